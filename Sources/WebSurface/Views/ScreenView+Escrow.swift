import Vocabulary
import HandsProtocol
import QRCodes

/// What account recovery's screens have besides: rows to choose from, ways that suffice, a payment.
extension ScreenView {
  /// The choices that are drawn as a list.
  var rows: [[String: Any]] {
    screen.choices.filter(\.style.isListed).map { choice in
      var values = pressed(choice)
      values["removes"] = choice.style == .removal
      if let detail = choice.detail { values["detail"] = text(detail) }
      if let told = choice.told { values["told"] = told.rawValue }
      return values
    }
  }

  /// How far each way is stands there once something of any of them is done (C-56).
  func policies(_ lines: [PolicyLine]) -> [String: Any] {
    let hasBegun = lines.contains { $0.parts.contains(where: \.isDone) }
    return [
      "policies": lines.map { line in
        var values: [String: Any] = [
          "name": text(line.name), "parts": line.parts.map { ["text": text($0.text), "isDone": $0.isDone] as [String: Any] },
        ]
        if hasBegun { values["progress"] = "\(line.parts.count(where: \.isDone)) of \(line.parts.count) done" }
        return values
      }
    ]
  }

  func payment(_ payment: EscrowPayment, _ amount: Copy, _ copy: Copy) -> [String: Any] {
    var values: [String: Any] = ["text": text(copy), "amount": text(amount), "payee": payment.payee]
    if let till = payment.till { values["till"] = till }
    return values.merging(wallet(payment.walletLink)) { $1 }
  }

  func refund(_ refund: EscrowRefund, _ amount: Copy, _ copy: Copy) -> [String: Any] {
    let values: [String: Any] = ["text": text(copy), "amount": text(amount), "payer": refund.payer]
    return values.merging(wallet(refund.walletLink)) { $1 }
  }

  /// For a wallet of this computer, and for one on a phone.
  private func wallet(_ link: String?) -> [String: Any] {
    guard let link else { return [:] }
    var values: [String: Any] = ["wallet": link]
    if let code = QRCode(link) { values["code"] = ["side": code.side, "path": code.path] }
    return values
  }
}
