"""What keeps digits, and is no part of the lecture."""
