import Encoding
import Foundation
import Keycard
import Synchronization

/// The pairings that these hands keep, by the card's instance UID, in a file that only its owner can read (0600).
///
/// A pairing lets its holder talk to the card; without the PIN the card does nothing for them.
public final class PairingStore: Sendable {
  private struct Kept: Codable { var index: UInt8, key: String }
  private let path: String?
  private let kept: Mutex<[String: Kept]>

  /// - Parameter path: `nil` keeps them in memory alone.
  /// - Throws: `HandsError` where the file is there and is not one of ours. It is left as it is.
  public init(path: String?) throws(HandsError) {
    self.path = path
    kept = Mutex(try path.flatMap { path throws(HandsError) in try OwnerFile.read([String: Kept].self, at: path) } ?? [:])
  }

  func pairing(with instance: [UInt8]) -> Pairing? {
    guard let kept = kept.withLock({ $0[Hex.encode(instance)] }), let key = Base64URL.decode(kept.key), key.count == 32 else { return nil }
    return Pairing(index: kept.index, key: Secret(key))
  }

  func has(_ instance: [UInt8]) -> Bool { kept.withLock { $0[Hex.encode(instance)] != nil } }

  func keep(_ pairing: Pairing, with instance: [UInt8]) throws(HandsError) {
    let kept = Kept(index: pairing.index, key: pairing.key.withBytes { Base64URL.encode(Array($0)) })
    try change { $0[Hex.encode(instance)] = kept }
  }

  func forget(_ instance: [UInt8]) throws(HandsError) { try change { $0[Hex.encode(instance)] = nil } }

  private func change(_ change: (inout [String: Kept]) -> Void) throws(HandsError) {
    try kept.withLock { kept throws(HandsError) in
      var next = kept
      change(&next)
      if let path { try OwnerFile.write(next, at: path) }
      kept = next
    }
  }
}
