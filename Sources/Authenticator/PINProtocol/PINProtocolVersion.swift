/// PIN/UV auth protocols (CTAP 2.1 §6.5.6, §6.5.7).
public enum PINProtocolVersion: Int64, Hashable, Sendable, CaseIterable {
  case one = 1
  case two = 2
}
