enum PlaceholderRP {}
