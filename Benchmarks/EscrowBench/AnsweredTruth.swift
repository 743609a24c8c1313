import AsyncHTTPClient
import Encoding
import Escrow
import Foundation
import NIOCore

/// A security question at a provider, and the correct answer.
struct AnsweredTruth: Sendable {
  private let id = CrockfordBase32.encode(DrawnBytes.bytes(DrawnBytes.truthIDCount)),
    key = DrawnBytes.bytes(DrawnBytes.truthKeyCount)
  private let response = DrawnBytes.bytes(EscrowHash.byteCount)

  func store(at url: String, _ http: HTTPClient) async throws {
    let sealed = SealedTruth.seal(Secret(response), key: Secret(key)),
      share = CrockfordBase32.encode(DrawnBytes.bytes(72))
    let body = """
      {"key_share_data":"\(share)","type":"question","encrypted_truth":"\(CrockfordBase32.encode(sealed))","storage_duration_years":1}
      """
    let answer = try await http.execute(post("\(url)truth/\(id)", body), timeout: .seconds(30))
    guard answer.status.code == 204 else { throw Load.Unexpected(status: answer.status.code) }
  }
  func solve(at url: String) -> HTTPClientRequest {
    post(
      "\(url)truth/\(id)/solve",
      #"{"truth_decryption_key":"\#(CrockfordBase32.encode(key))","h_response":"\#(CrockfordBase32.encode(response))"}"#
    )
  }
  private func post(_ url: String, _ body: String) -> HTTPClientRequest {
    var call = HTTPClientRequest(url: url)
    call.method = .POST
    call.headers.add(name: "Content-Type", value: "application/json")
    call.body = .bytes(ByteBuffer(string: body))
    return call
  }
}
