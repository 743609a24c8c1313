import Authenticator
import Encoding

/// How the owner shows that it is they who change something.
public enum PasskeyProof: Sendable {
  /// The PIN as it was typed, in UTF-8.
  case typed(Secret)
  /// The authenticator asks for it, in a window of its own.
  case asked
}
