import Encoding
import Foundation
import HandsTools
import Keycard
import Synchronization

/// The pairings stored on this computer, by the card's instance UID, in a file that only its owner can read (0600).
///
/// A pairing lets its holder communicate with the card, but without the PIN the card performs nothing for them. A
/// page's hands and a command in a terminal use the same file at the same time, so that this computer takes up one slot
/// on a card instead of two. The file is therefore read again each time.
public final class PairingStore: Sendable {
  private struct Kept: Codable { var index: UInt8, key: String }
  private let path: String?
  /// The pairings of a store without a file.
  private let inMemory = Mutex<[String: Kept]>([:])

  /// - Parameter path: The file's path; `nil` keeps the pairings in memory only.
  /// - Throws: `HandsError` if the file exists and is not a pairing file. It is left unchanged.
  public init(path: String?) throws(HandsError) {
    self.path = path
    _ = try all()
  }

  func pairing(with instance: [UInt8]) throws(HandsError) -> Pairing? {
    guard let kept = try all()[Hex.encode(instance)], let key = Base64URL.decode(kept.key), key.count == 32 else {
      return nil
    }
    return Pairing(index: kept.index, key: Secret(key))
  }

  func has(_ instance: [UInt8]) throws(HandsError) -> Bool { try all()[Hex.encode(instance)] != nil }

  func keep(_ pairing: Pairing, with instance: [UInt8]) throws(HandsError) {
    let kept = Kept(index: pairing.index, key: pairing.key.withBytes { Base64URL.encode(Array($0)) })
    try change { $0[Hex.encode(instance)] = kept }
  }

  func forget(_ instance: [UInt8]) throws(HandsError) { try change { $0[Hex.encode(instance)] = nil } }

  private func all() throws(HandsError) -> [String: Kept] {
    guard let path else { return inMemory.withLock { $0 } }
    return try OwnerFile.read([String: Kept].self, at: path) ?? [:]
  }

  private func change(_ change: (inout [String: Kept]) -> Void) throws(HandsError) {
    guard let path else { return inMemory.withLock { change(&$0) } }
    try OwnerFile.change([:], at: path, change)
  }
}
