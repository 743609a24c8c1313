/// That the PIN was shown: opaque to all but the store that gave it. Kept for one operation, never written down.
public protocol Leave: AnyObject, Sendable {}

/// How long a leave lasts at most, in seconds: as long as a PIN/UV auth token may be in use (CTAP 2.1 §6.5.2.1, maximum usage time period).
public enum LeaveLifetime { public static let seconds = 600 }
