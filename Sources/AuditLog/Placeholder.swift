enum PlaceholderAuditLog {}
