import Escrow

/// The body of the response to a refused request.
struct RefusalBody: Encodable {
  var code: Int
  var hint: String
  var detail: String?
  var reason: String?
  var requestLimit: Int?
  var requestFrequency: Frequency?
  /// These fields are our own; GNU Anastasis does not have them.
  var refundAmount: Amount?, refundAddress: String?, isPaymentKept: Bool?

  struct Frequency: Encodable {
    var microseconds: Int
    enum CodingKeys: String, CodingKey { case microseconds = "d_us" }
  }
  enum CodingKeys: String, CodingKey {
    case code, hint, detail
    case reason = "review_reason"
    case refundAmount = "refund_amount", refundAddress = "taler_refund_uri", isPaymentKept = "payment_kept"
    case requestLimit = "request_limit", requestFrequency = "request_frequency"
  }

  init(_ refusal: ProviderRefusal) {
    code = refusal.code.rawValue
    hint = refusal.code.hint
    detail = refusal.detail
    reason = refusal.reason
    switch refusal.returned {
    case .money(let amount, let address): (refundAmount, refundAddress) = (amount, address)
    case .use: isPaymentKept = true
    case nil: break
    }
    requestLimit = refusal.limit?.tries
    requestFrequency = refusal.limit.map { Frequency(microseconds: Int($0.period * 1_000_000)) }
  }
}
