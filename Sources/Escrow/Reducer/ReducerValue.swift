import Encoding
import Foundation

/// Any JSON value. A reducer's state may contain fields that we do not know; they are preserved unchanged.
public enum ReducerValue: Hashable, Sendable, Encodable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral
{
  case object([String: ReducerValue]), array([ReducerValue]), string(String), integer(Int64), number(Double), boolean(
    Bool), null

  /// - Throws: `malformed`, also for values that are nested deeper than any state or contain a duplicate member.
  public init(_ bytes: [UInt8]) throws(EscrowError) {
    do {
      let document = try JSONDocument(bytes)
      self.init(document.root, in: document)
    } catch { throw EscrowError(.malformed, "not JSON") }
  }
  private init(_ node: JSONNode, in document: JSONDocument) {
    switch node.kind {
    case .object:
      self = .object(
        Dictionary(
          document.members(of: node).map { (document.string($0.name) ?? "", ReducerValue($0.value, in: document)) }
        ) { first, _ in first })
    case .array: self = .array(document.items(of: node).map { ReducerValue($0, in: document) })
    case .string, .escapedString: self = .string(document.string(node) ?? "")
    case .number:
      let text = String(decoding: document.bytes[node.range], as: UTF8.self)
      self = Int64(text).map(ReducerValue.integer) ?? .number(Double(text) ?? 0)
    case .true: self = .boolean(true)
    case .false: self = .boolean(false)
    case .null: self = .null
    }
  }

  /// Encodes one of our values as JSON.
  init(encoding value: some Encodable) throws(EscrowError) { try self.init(ProviderClient.json(value)) }
  /// Decodes one of our values. Returns `nil` if the value has a different type.
  func decoded<Value: Decodable>(_ type: Value.Type) -> Value? {
    bytes.flatMap { try? JSONDecoder().decode(type, from: Data($0)) }
  }

  /// The value as JSON text; `nil` for a number that JSON cannot represent.
  public var bytes: [UInt8]? { try? ProviderClient.json(self) }

  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(arrayLiteral elements: ReducerValue...) { self = .array(elements) }

  public subscript(name: String) -> ReducerValue? { if case .object(let members) = self { members[name] } else { nil } }
  public var members: [String: ReducerValue] { if case .object(let members) = self { members } else { [:] } }
  public var items: [ReducerValue] { if case .array(let items) = self { items } else { [] } }
  public var text: String? { if case .string(let text) = self { text } else { nil } }
  public var number: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }
  func base32(_ count: Int? = nil) -> Base32Bytes? { text.flatMap { Base32Bytes(text: $0, count: count) } }

  /// Returns an object of the members that are present.
  static func object(of members: KeyValuePairs<String, ReducerValue?>) -> ReducerValue {
    .object(Dictionary(members.compactMap { name, value in value.map { (name, $0) } }) { first, _ in first })
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .object(let members): try container.encode(members)
    case .array(let items): try container.encode(items)
    case .string(let text): try container.encode(text)
    case .integer(let number): try container.encode(number)
    case .number(let number): try container.encode(number)
    case .boolean(let value): try container.encode(value)
    case .null: try container.encodeNil()
    }
  }
}

/// The progress of a challenge, in the reducers' terms.
extension RecoveryChallenge {
  var reducerFeedback: ReducerValue? {
    guard !isSolved else { return .object(of: ["state": "solved"]) }
    if provider == nil { return .object(of: ["state": "unsupported", "unsupported_method": .string(type.rawValue)]) }
    return switch feedback {
    case .solved, nil: nil
    case .wrong: .object(of: ["state": "incorrect-answer"])
    case .limited: .object(of: ["state": "rate-limit-exceeded"])
    case .gone: .object(of: ["state": "truth-unknown"])
    case .paymentDue:
      .object(of: [
        "state": "taler-payment", "taler_pay_uri": payment.map { .string($0.uri) },
        "provider": provider.map { .string($0.text) },
        "payment_secret": payment?.identifier.map { .string($0.text) },
      ])
    case .started, .notYet: startedFeedback
    case .noCode: .object(of: ["state": "server-failure", "http_status": 404])
    case .refused(let refusal):
      .object(of: ["state": "server-failure", "http_status": .integer(Int64(refusal.status))])
    case .notSent: .object(of: ["state": "server-failure", "http_status": 500])
    case .lied: .object(of: ["state": "server-failure", "http_status": 200])
    case .unreachable: .object(of: ["state": "server-failure", "http_status": 0])
    }
  }

  private var startedFeedback: ReducerValue? {
    switch started {
    case .sent(let hint):
      .object(of: [
        "state": "code-sent", "address_hint": .string(hint ?? ""),
        "display_hint": .string("\(AnswerCode.prefix)… (\(shortName))"),
      ])
    case .alreadySent:
      .object(of: [
        "state": "code-sent", "address_hint": "", "display_hint": .string("\(AnswerCode.prefix)… (\(shortName))"),
      ])
    case .file(let name):
      .object(of: ["state": "code-in-file", "filename": .string(name), "display_hint": .string("(\(shortName))")])
    case .wire(let wire):
      .object(of: [
        "state": "iban-instructions", "challenge_amount": .string(wire.amount.text),
        "target_iban": .string(wire.creditIBAN),
        "target_business_name": .string(wire.businessName), "wire_transfer_subject": .string(wire.subject),
        "answer_code": .integer(Int64(clamping: wire.answerCode)),
      ])
    default: nil
    }
  }

  /// Adopts what a state records about the challenge. If the state contains a share, the challenge is solved.
  mutating func take(_ feedback: ReducerValue) {
    switch feedback["state"]?.text {
    case "incorrect-answer": self.feedback = .wrong
    case "rate-limit-exceeded": self.feedback = .limited(TryLimit())
    case "truth-unknown": self.feedback = .gone
    case "code-sent": (started, self.feedback) = (.sent(hint: feedback["address_hint"]?.text), .started)
    case "code-in-file":
      if let name = feedback["filename"]?.text { (started, self.feedback) = (.file(name: name), .started) }
    case "taler-payment":
      if let request = feedback["taler_pay_uri"]?.text.flatMap(PaymentRequest.init) {
        (payment, self.feedback) = (request, .paymentDue)
      }
    case "iban-instructions":
      if let wire = WireInstructions(feedback) { (started, self.feedback) = (.wire(wire), .started) }
    default: break
    }
  }
}

extension WireInstructions {
  fileprivate init?(_ value: ReducerValue) {
    guard let amount = value["challenge_amount"]?.text.flatMap({ Amount($0) }), let iban = value["target_iban"]?.text,
      let name = value["target_business_name"]?.text, let subject = value["wire_transfer_subject"]?.text,
      let code = value["answer_code"]?.number.flatMap({ UInt64(exactly: $0) })
    else { return nil }
    self.init(amount: amount, creditIBAN: iban, businessName: name, subject: subject, answerCode: code, debitHint: nil)
  }
}
