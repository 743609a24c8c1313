import Vocabulary
import Model

extension Records {
  /// Whether a new account may have this name, and why not. Names that were given before are not judged: their holders sign in with them.
  func judge(newName text: String) throws -> Result<Username, NameRefused> {
    guard let name = Username(text) else { return .failure(NameRefused(why: .malformed)) }
    switch name.fault {
    case .malformed: return .failure(NameRefused(why: .malformed))
    case .mixed: return .failure(NameRefused(why: .mixed))
    case nil: return try isTaken(name) ? .failure(NameRefused(why: .taken)) : .success(name)
    }
  }
}

struct NameRefused: Error { let why: UsernameRefusal }
