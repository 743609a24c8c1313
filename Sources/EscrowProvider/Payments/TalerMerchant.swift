import AsyncHTTPClient
import Encoding
import Escrow
import Foundation
import NIOCore

/// A merchant backend of GNU Taler, reached over REST.
public struct TalerMerchant: Merchant {
  private let base: String
  private let token: Secret
  private static let longestAnswer = 1 << 20
  /// The time after its creation within which an order can be refunded, in microseconds: 30 days. If an order does not
  /// state this time, a backend refuses every refund.
  private static let refundDelay: Int64 = 30 * 24 * 3600 * 1_000_000
  /// The HTTP client. It does not retry if the backend is unreachable, because the payer can do that.
  private static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()

  /// - Parameters:
  ///   - base: The address of the merchant's instance, such as `https://backend.example/instances/me/`.
  ///   - token: The backend's access token for this provider, without `secret-token:`.
  public init(base: String, token: Secret) {
    self.base = base.hasSuffix("/") ? base : base + "/"
    self.token = token
  }

  public func offer(_ order: MerchantOrder) async throws(MerchantFailure) {
    let body = Offer(
      order: Offer.Order(
        id: order.id, amount: order.amount, summary: order.summary,
        message: "Paid. Go on where you were asked to pay."),
      createToken: false, refundDelay: Offer.Delay(microseconds: Self.refundDelay))
    let (status, _) = try await ask("private/orders", body)
    if status == 200 { return }
    guard status == 409, let known = try await known(order.id) else { throw Self.failure(status) }
    // An order with this name already exists. The payer may have chosen the name and paid for something else under it.
    guard known.amount == order.amount else { throw .taken }
  }

  public func status(of order: String, patience: Int) async throws(MerchantFailure) -> MerchantStatus {
    guard let known = try await known(order, patience: patience) else { return .unknown }
    guard known.status == "paid", known.isRefunded != true else { return .unpaid }
    guard let amount = known.amount else { throw .unexpected }
    return .paid(amount)
  }

  /// - Returns: `nil` if there is no such order.
  private func known(_ order: String, patience: Int = 0) async throws(MerchantFailure) -> Status? {
    let (status, bytes) = try await ask(
      "private/orders/\(order)" + (patience > 0 ? "?timeout_ms=\(patience)" : ""), Offer?.none, patience: patience)
    if status == 404 { return nil }
    guard status == 200 else { throw Self.failure(status) }
    guard let answer = try? JSONDecoder().decode(Status.self, from: Data(bytes)) else { throw .unexpected }
    return answer
  }

  public func refund(_ order: String, _ amount: Amount, reason: String) async throws(MerchantFailure) -> String? {
    let (status, bytes) = try await ask("private/orders/\(order)/refund", Refund(refund: amount, reason: reason))
    guard status == 200 else { throw Self.failure(status) }
    return (try? JSONDecoder().decode(Refunded.self, from: Data(bytes)))?.address
  }

  public func address(of order: String) -> String {
    let isPlain = base.lowercased().hasPrefix("http://")
    let place = base.split(separator: "://", maxSplits: 1).last.map(String.init) ?? base
    return "taler\(isPlain ? "+http" : "")://pay/\(place)\(order)/"
  }

  /// Sends a POST request if there is a body, otherwise a GET request.
  private func ask(_ path: String, _ body: (some Encodable)?, patience: Int = 0) async throws(MerchantFailure) -> (
    status: UInt, body: [UInt8]
  ) {
    var request = HTTPClientRequest(url: base + path)
    request.headers.add(
      name: "Authorization", value: "Bearer secret-token:\(token.withBytes { String(decoding: $0, as: UTF8.self) })")
    do {
      if let body {
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(body)))
      }
      let response = try await Self.client.execute(request, timeout: .milliseconds(Int64(patience) + 15_000))
      return (
        response.status.code, Array((try await response.body.collect(upTo: Self.longestAnswer)).readableBytesView)
      )
    } catch let error as HTTPClientError
      where error == .deadlineExceeded || error == .readTimeout || error == .connectTimeout
    {
      throw .timeout
    } catch is NIOTooManyBytesError { throw .unexpected } catch { throw .unreachable }
  }

  private static func failure(_ status: UInt) -> MerchantFailure {
    switch status {
    case 401, 403: .unauthorized
    case 408, 504: .timeout
    default: .unexpected
    }
  }

  private struct Offer: Encodable {
    struct Order: Encodable {
      var id: String, amount: Amount, summary: String, message: String
      enum CodingKeys: String, CodingKey { case id = "order_id", amount, summary, message = "fulfillment_message" }
    }
    struct Delay: Encodable {
      var microseconds: Int64
      enum CodingKeys: String, CodingKey { case microseconds = "d_us" }
    }
    var order: Order
    var createToken: Bool
    var refundDelay: Delay
    enum CodingKeys: String, CodingKey { case order, createToken = "create_token", refundDelay = "refund_delay" }
  }
  private struct Refund: Encodable { var refund: Amount, reason: String }
  private struct Refunded: Decodable {
    var address: String?
    enum CodingKeys: String, CodingKey { case address = "taler_refund_uri" }
  }
  private struct Status: Decodable {
    struct Terms: Decodable { var amount: Amount? }
    var status: String, isRefunded: Bool?
    /// The amount of an order: in `terms` if payment has begun, in `total` if it has not.
    var terms: Terms?, total: Amount?
    var amount: Amount? { terms?.amount ?? total }
    enum CodingKeys: String, CodingKey {
      case status = "order_status", isRefunded = "refunded", terms = "contract_terms", total = "total_amount"
    }
  }
}
