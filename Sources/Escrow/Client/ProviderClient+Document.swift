import Encoding
import Foundation

/// One version of a document as stored by a provider: sealed, and signed by the account.
public struct FetchedDocument: Hashable, Sendable {
  public var version: Int
  public var sealed: [UInt8]
}

/// The result of requesting a document.
public enum DocumentResult: Hashable, Sendable {
  case found(FetchedDocument)
  /// The provider does not know the account, or the account has no document.
  case nothing
  /// The account has other versions, but not this one.
  case noSuchVersion
  case refused(EscrowRefusal)
}

/// One version in a provider's list.
public struct ListedDocument: Hashable, Sendable {
  public var version: Int
  /// The sealed `DocumentMetaData`; `nil` if the document was uploaded without it.
  public var metaData: [UInt8]?
  /// The upload time, by the provider's clock.
  public var uploadTime: Timestamp?
}

/// The result of requesting the list of versions.
public struct ListAnswer: Hashable, Sendable {
  /// The versions that the provider listed.
  public enum Result: Hashable, Sendable {
    /// The listed versions, newest first.
    case found([ListedDocument])
    /// The provider knows no such account.
    case nothing
    /// The provider keeps no lists, so the document itself must be requested.
    case noLists
    case refused(EscrowRefusal)
  }
  public var result: Result
  /// The number of document look-ups that the provider still allows this network; `nil` if the provider did not report
  /// it.
  public var lookUpsLeft: Int?

  /// - Parameter lookUpsLeft: The number of look-ups left; `nil` if the provider did not report it.
  public init(_ result: Result, lookUpsLeft: Int? = nil) { self.result = result; self.lookUpsLeft = lookUpsLeft }
}

extension ProviderClient {
  /// Fetches a document (`GET /policy/…`) and verifies that the account's holder signed it.
  ///
  /// - Parameters:
  ///   - account: The public half of the account key, 32 bytes.
  ///   - version: The version to fetch; `nil` for the latest.
  /// - Throws: `unreachable` or `unexpected`; `inconsistent` if the account did not sign the document, or if it is not
  ///   the requested version.
  public func document(
    of account: [UInt8], at provider: ProviderAddress, version: Int? = nil
  ) async throws(EscrowError) -> DocumentResult {
    let query = version.map { "?version=\($0)" } ?? ""
    let answer = try await send(
      ProviderCall(
        url: url("policy/\(CrockfordBase32.encode(account))\(query)", under: provider),
        responseLimit: PackedDocument.maximumCount + (64 << 10)))
    switch answer.status {
    case 200:
      let hash = EscrowHash.of(answer.body), found = try answer.version()
      guard let signature = answer.header("Anastasis-Policy-Signature").flatMap({ CrockfordBase32.decode($0) }) else {
        throw EscrowError(.unexpected, "a document without a signature")
      }
      guard AccountKey.isSigned(signature, upload: hash, by: account), version == nil || version == found else {
        throw EscrowError(.inconsistent, "a document that the account did not sign, or another version")
      }
      if let tag = answer.header("ETag").map({ $0.trimmingCharacters(in: CharacterSet(charactersIn: "\"")) }),
        CrockfordBase32.decode(tag) != hash
      {
        throw EscrowError(.inconsistent, "a document under another's hash")
      }
      return .found(FetchedDocument(version: found, sealed: answer.body))
    case 204: return .nothing
    case 404: return version == nil ? .nothing : .noSuchVersion
    default: return .refused(try answer.refusal())
    }
  }

  private struct Entry: Decodable {
    var meta: Base32Bytes?, time: Timestamp?
    enum CodingKeys: String, CodingKey { case meta, time = "upload_time" }
  }

  /// Lists the versions of an account's document (`GET /policy/…/meta`), or the newest of them. Old providers have no
  /// list.
  ///
  /// - Parameter newest: The newest version to list; `nil` for no limit.
  /// - Throws: `unreachable` or `unexpected`.
  public func list(
    of account: [UInt8], at provider: ProviderAddress, upTo newest: Int? = nil
  ) async throws(EscrowError) -> ListAnswer {
    let query = newest.map { "?max_version=\($0)" } ?? ""
    let answer = try await send(
      ProviderCall(
        url: url("policy/\(CrockfordBase32.encode(account))/meta\(query)", under: provider), responseLimit: 4 << 20))
    switch answer.status {
    case 200:
      guard let entries = answer.decode([String: Entry].self) else {
        throw EscrowError(.unexpected, "a list that cannot be read")
      }
      var list: [ListedDocument] = []
      for (version, entry) in entries {
        guard let version = Int(version), version > 0 else {
          throw EscrowError(.unexpected, "a version that is no number")
        }
        list.append(ListedDocument(version: version, metaData: entry.meta?.bytes, uploadTime: entry.time))
      }
      return ListAnswer(.found(list.sorted { $0.version > $1.version }), lookUpsLeft: answer.lookUpsLeft)
    case 404 where answer.code == RefusalNumber.documentUnknown:
      return ListAnswer(.nothing, lookUpsLeft: answer.lookUpsLeft)
    case 204, 404: return ListAnswer(.noLists)
    default: return ListAnswer(.refused(try answer.refusal()), lookUpsLeft: answer.lookUpsLeft)
    }
  }
}

/// Challenges as implemented by providers before v1. Requests and answers use the same address, with the key in a
/// header.
extension ProviderClient {
  private struct OldWire: Decodable {
    struct Details: Decodable {
      var amount: Amount, iban: String, name: String, subject: String
      enum CodingKeys: String, CodingKey {
        case amount = "challenge_amount", iban = "credit_iban", name = "business_name", subject =
          "wire_transfer_subject"
      }
    }
    var code: UInt64, details: Details
    enum CodingKeys: String, CodingKey { case code = "answer_code", details }
  }
  private struct Detail: Decodable { var detail: String? }

  func oldChallenge(_ truth: TruthReference, payment: Base32Bytes?) async throws(EscrowError) -> ChallengeResult {
    let answer = try await sendOld(truth, query: "", payment: payment)
    switch (answer.status, answer.code) {
    case (202, _):
      guard let wire = answer.decode(OldWire.self) else {
        throw EscrowError(.unexpected, "a transfer that cannot be read")
      }
      return .wire(
        WireInstructions(
          amount: wire.details.amount, creditIBAN: wire.details.iban, businessName: wire.details.name,
          subject: wire.details.subject,
          answerCode: wire.code, debitHint: nil))
    case (208, _): return .alreadySent
    case (403, RefusalNumber.responseRequired): return .sent(hint: answer.decode(Detail.self)?.detail)
    // Security questions and time-based codes are answered directly, so a request without an answer is refused.
    case (403, RefusalNumber.challengeFailed): return .notNeeded
    default: return try answer.challengeRefusal()
    }
  }

  func oldSolve(
    _ truth: TruthReference, response: [UInt8], payment: Base32Bytes?
  ) async throws(EscrowError) -> SolveResult {
    let answer = try await sendOld(truth, query: "?response=\(CrockfordBase32.encode(response))", payment: payment)
    switch answer.status {
    case 202, 408: return .notYet
    default: return try answer.solved()
    }
  }

  private func sendOld(
    _ truth: TruthReference, query: String, payment: Base32Bytes?
  ) async throws(EscrowError) -> ProviderAnswer {
    var call = ProviderCall(url: url("/truth/\(truth.id.text)\(query)", atRootOf: truth.provider), isRepeatable: false)
    call.headers = [("Accept", "application/json"), ("Anastasis-Truth-Decryption-Key", truth.key.text)]
    if let payment { call.headers.append(("Anastasis-Payment-Identifier", payment.text)) }
    return try await send(call)
  }
}
