"""Hand histories of poker for other programs: Open Hand History, and PHH where it can hold them."""

from cardroom.histories.check import check_file as check_file
from cardroom.histories.check import check_hand as check_hand
from cardroom.histories.hand import HistoryError as HistoryError
from cardroom.histories.hand import has_history as has_history
from cardroom.histories.open_hand import open_hand_history as open_hand_history
from cardroom.histories.phh import phh as phh
