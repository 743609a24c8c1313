import Model
import Vocabulary

extension [Order] {
  /// Orders for a key or card that did not open its own wrap.
  /// - Parameter needsRewrap: `true` if another wrap may help it.
  static func failing(_ key: KeyID, needsRewrap: Bool) -> [Order] {
    [.server(.failDrill(.key(key)))] + (needsRewrap ? [.server(.markForRewrap(key))] : [])
  }
}
