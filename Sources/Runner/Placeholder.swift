enum PlaceholderRunner {}
