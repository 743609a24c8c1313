/// Why something did not work out with a provider, in a form that a draft keeps.
public enum ProviderTrouble: Hashable, Sendable, Codable {
  /// No answer, or none in time.
  case unreachable
  /// What answers there is no provider.
  case unexpected
  /// What it said cannot be true.
  case lied
  /// It said that it keeps this, and has it not.
  case missing
  /// It said that it keeps this, and did not answer when it was asked whether it does.
  case unchecked
  /// It takes nothing so large.
  case tooLarge
  /// It keeps something else under this name.
  case taken
  case methodNotOffered
  case refused(Refusal)
  /// This computer could not do its part.
  case ourselves

  init(_ error: EscrowError) {
    switch error.code {
    case .unreachable: self = .unreachable
    case .limited: self = .refused(Refusal(status: 429))
    case .unexpected, .malformed: self = .unexpected
    case .inconsistent, .sealed: self = .lied
    case .tooLarge: self = .tooLarge
    case .invalid, .outOfMemory: self = .ourselves
    }
  }
}
