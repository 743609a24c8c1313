import Encoding

/// What a card counts and holds, as it says itself (D-57).
public struct KeycardStatus: Hashable, Sendable {
  /// So many wrong PINs it still takes; at 0 only the PUK helps.
  public var pinTries: Int
  /// So many wrong PUKs; at 0 only a factory reset helps.
  public var pukTries: Int
  public var hasKey: Bool
}

extension KeycardClient {
  /// The tries that are left.
  public func status() throws(KeycardError) -> KeycardStatus {
    let answer = try exchange(CommandHeader(.getStatus, 0x00)).succeeded()
    let elements = try BERTLV.inside(0xA3, answer)
    guard elements.map(\.tag) == [0x02, 0x02, 0x01], elements.allSatisfy({ $0.value.count == 1 }) else {
      throw KeycardError(.malformed, "another template")
    }
    let values = elements.flatMap(\.value)
    return KeycardStatus(pinTries: Int(values[0]), pukTries: Int(values[1]), hasKey: values[2] != 0)
  }

  /// The path of the current key.
  public func keyPath() throws(KeycardError) -> DerivationPath {
    guard let path = DerivationPath(encoded: try exchange(CommandHeader(.getStatus, 0x01)).succeeded()) else {
      throw KeycardError(.malformed, "no path")
    }
    return path
  }
}
