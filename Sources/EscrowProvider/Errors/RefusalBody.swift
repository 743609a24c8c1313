import Escrow

/// What stands in the answer to a refused request.
struct RefusalBody: Encodable {
  var code: Int
  var hint: String
  var detail: String?
  var reason: String?
  var requestLimit: Int?
  var requestFrequency: Frequency?

  struct Frequency: Encodable {
    var microseconds: Int
    enum CodingKeys: String, CodingKey { case microseconds = "d_us" }
  }
  enum CodingKeys: String, CodingKey {
    case code, hint, detail
    case reason = "review_reason"
    case requestLimit = "request_limit", requestFrequency = "request_frequency"
  }

  init(_ refusal: ProviderRefusal) {
    code = refusal.code.rawValue
    hint = refusal.code.hint
    detail = refusal.detail
    reason = refusal.reason
    requestLimit = refusal.limit?.tries
    requestFrequency = refusal.limit.map { Frequency(microseconds: Int($0.period * 1_000_000)) }
  }
}
