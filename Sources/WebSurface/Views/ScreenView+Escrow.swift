import HandsProtocol
import QRCodes
import Sentences
import Vocabulary

/// The additional parts of account recovery's screens: rows to choose from, sufficient ways, a payment.
extension ScreenView {
  /// The choices shown as a list.
  var rows: [[String: Any]] {
    screen.choices.filter(\.style.isListed).map { choice in
      var values = pressed(choice)
      values["removes"] = choice.style == .removal
      if let detail = choice.detail { values["detail"] = text(detail) }
      if let told = choice.told { values["told"] = told.rawValue }
      return values
    }
  }

  /// Returns the values of the ways. Once a part of any way is complete, each way shows its progress (C-56).
  func policies(_ lines: [PolicyLine]) -> [String: Any] {
    let hasBegun = lines.contains { $0.parts.contains(where: \.isDone) }
    return [
      "policies": lines.map { line in
        var values: [String: Any] = [
          "name": text(line.name),
          "parts": line.parts.map { ["text": text($0.text), "isDone": $0.isDone] as [String: Any] },
        ]
        let done = min(line.parts.count(where: \.isDone), line.needed)
        if hasBegun { values["progress"] = say("\(done) of \(line.needed) done") }
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

  /// Returns the values of a link for a wallet on this computer and for a wallet on a phone.
  private func wallet(_ link: String?) -> [String: Any] {
    guard let link else { return [:] }
    var values: [String: Any] = ["wallet": link]
    if let code = QRCode(link) { values["code"] = ["side": code.side, "path": code.path] }
    return values
  }
}
