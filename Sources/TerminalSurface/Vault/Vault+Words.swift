import Encoding
import HandsProtocol
import Model
import Words
import Wraps

extension Vault {
  /// Tries whether typed words open the account's recovery code as it stands, and signs a proof that they did.
  ///
  /// Nothing changes in this vault: the words are not kept, what they open is discarded, and this computer remembers no
  /// newer state. A Master Key that is open here does not help them.
  /// - Parameters:
  ///   - phrase: The typed words; `nil` if they are no longer here.
  ///   - origin: The origin of these hands, which is included in the signed data.
  /// - Returns: `mismatched` for words that are not the account's, also for words that are no recovery code at all;
  ///   `closed` without words or without a code to try them on.
  public mutating func tryWords(_ phrase: Secret?, _ materials: WayMaterials, origin: String) -> WayNews {
    guard let phrase else { return .closed }
    return plainly { vault in
      guard let way = materials.way, let challenge = materials.challenge else { return .closed }
      let record = try WayRecord(reading: way.record)
      guard record.kind == .phrase, Base64URL.encode(record.account) == materials.account else { throw Refused() }
      guard let entropy = Self.entropy(of: phrase) else { return .mismatched }
      let keys = try vault.keys(.phrase, entropy, materials, record.record)
      guard try keys.recipientPublic == record.recipient else { return .mismatched }
      let shown = MasterKeys.Shown(
        statements: materials.statements, histories: materials.histories, wrap: way.wrap, indexRev: materials.indexRev)
      _ = try MasterKeys.open(keys, record: record, shown: shown, seen: vault.memory.seen(materials.account).asShown)
      let proof = try keys.prove(origin: origin, purpose: "drill", challenge: Base64URL.decode(challenge) ?? [])
      return try Self.made(RecoveryProof(challenge: challenge, proof: proof))
    }
  }
}
