import Encoding
import Foundation

@testable import Escrow

extension PlayedState {
  private struct TruthBody: Codable {
    var share: Base32Bytes, type: MethodType, truth: Base32Bytes, years: Int
    enum CodingKeys: String, CodingKey {
      case share = "key_share_data", type, truth = "encrypted_truth", years = "storage_duration_years"
    }
  }
  private struct KeyBody: Codable {
    var key: Base32Bytes, response: Base32Bytes?, payment: Base32Bytes?
    enum CodingKeys: String, CodingKey {
      case key = "truth_decryption_key", response = "h_response", payment = "payment_secret"
    }
  }

  mutating func keepTruth(_ request: PlayedRequest) -> PlayedAnswer {
    guard let id = Base32Bytes(text: request.name, count: 32) else { return .fault(400, 26) }
    guard let body = try? JSONDecoder().decode(TruthBody.self, from: Data(request.body)), body.share.bytes.count == 72
    else { return .fault(400, 22) }
    guard configuration.methods.contains(where: { $0.type == body.type }) else { return .fault(400, 8151) }
    guard (0...5).contains(body.years) else { return .fault(400, 26) }
    if asksMoney.contains(.uploadTruth), !paid.contains(id.text) { return Self.pay(id) }
    if let kept = truths[id.text] {
      return kept.type == body.type && kept.sealed == body.truth.bytes ? PlayedAnswer(status: 204) : .fault(409, 8150)
    }
    truths[id.text] = Truth(type: body.type, sealed: body.truth.bytes, share: body.share.bytes)
    return PlayedAnswer(status: 204)
  }

  mutating func challenge(_ request: PlayedRequest) -> PlayedAnswer {
    guard let body = try? JSONDecoder().decode(KeyBody.self, from: Data(request.body)) else { return .fault(400, 22) }
    return start(request.name, body)
  }
  mutating func solve(_ request: PlayedRequest) -> PlayedAnswer {
    guard let body = try? JSONDecoder().decode(KeyBody.self, from: Data(request.body)), body.response?.bytes.count == 64
    else {
      return .fault(400, 22)
    }
    return judge(request.name, body)
  }

  private mutating func start(_ name: String, _ body: KeyBody) -> PlayedAnswer {
    guard let truth = truths[name] else { return .fault(404, 8108) }
    guard truth.type.needsChallenge else { return .fault(400, 8123) }
    guard let plain = try? SealedTruth.open(truth.sealed, key: Secret(body.key.bytes)).exposed else {
      return .fault(400, 8120)
    }
    if asksMoney.contains(.challenge), !paid.contains(body.payment?.text ?? "") {
      return Self.pay(Base32Bytes(DrawnBytes.bytes(32)))
    }
    let code = truth.code ?? UInt64.random(in: 0..<1 << 52)
    truths[name]?.code = code
    guard truth.type != .video else {
      return .json(
        200,
        """
        {"challenge_type":"VIDEO_REVIEW","review_details":{"examiner":"Played","meeting":"Ring at the door",\
        "number":"123-456","answer_code":\(code),"kept_until":{"t_s":"never"}}}
        """)
    }
    guard truth.type == .iban else {
      return .json(
        200,
        "{\"challenge_type\":\"TAN_SENT\",\"tan_address_hint\":\"\(String(decoding: plain.prefix(3), as: UTF8.self))\"}"
      )
    }
    return .json(
      200,
      """
      {"challenge_type":"IBAN_WIRE","wire_details":{"challenge_amount":"EUR:0.01",\
      "credit_iban":"DE89370400440532013000","business_name":"Played",\
      "wire_transfer_subject":"Anastasis \(code)","answer_code":\(code),"debit_account_hint":"DE•00"}}
      """)
  }

  private mutating func judge(_ name: String, _ body: KeyBody) -> PlayedAnswer {
    guard let truth = truths[name], let response = body.response?.bytes else { return .fault(404, 8108) }
    guard let plain = try? SealedTruth.open(truth.sealed, key: Secret(body.key.bytes)) else { return .fault(400, 8120) }
    if asksMoney.contains(.solve), !paid.contains(body.payment?.text ?? "") {
      return Self.pay(Base32Bytes(DrawnBytes.bytes(32)))
    }
    guard truth.tries > 0 else {
      return .json(429, #"{"code":8121,"request_limit":3,"request_frequency":{"d_us":3600000000}}"#)
    }
    switch truth.type {
    case .question: if response == plain.exposed { return PlayedAnswer(status: 200, body: truth.share) }
    case .totp:
      if TimeBasedCode.codes(key: plain, at: now).contains(where: { AnswerHash.of(code: $0) == response }) {
        return PlayedAnswer(status: 200, body: truth.share)
      }
    default:
      guard let code = truth.code else { return .fault(404, 8112) }
      if AnswerHash.of(code: code) == response {
        return [.iban, .video].contains(truth.type) && !paid.contains(name)
          ? .fault(403, 8231) : PlayedAnswer(status: 200, body: truth.share)
      }
    }
    truths[name]?.tries -= 1
    return .fault(403, 8111)
  }

  /// Challenges and answers before v1.
  mutating func old(_ request: PlayedRequest) -> PlayedAnswer {
    guard configuration.isOld else { return .fault(404, 21) }
    guard let key = request.headers["anastasis-truth-decryption-key"].flatMap({ Base32Bytes(text: $0, count: 64) })
    else { return .fault(400, 26) }
    let body = KeyBody(
      key: key, response: request.query["response"].flatMap { Base32Bytes(text: $0, count: 64) },
      payment: request.headers["anastasis-payment-identifier"].flatMap { Base32Bytes(text: $0, count: 32) })
    guard body.response == nil else {
      var answer = judge(request.name, body)
      if answer.status == 400 { answer.status = 417 }
      return answer
    }
    let hadCode = truths[request.name]?.code != nil
    let answer = start(request.name, body)
    return answer.status != 200
      ? answer : hadCode ? .fault(208, 8113) : .json(403, #"{"code":8110,"hint":"played","detail":"max"}"#)
  }
}
