enum PlaceholderWraps {}
