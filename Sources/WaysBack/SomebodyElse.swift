import Sentences

extension Holdings {
  /// Who else could get in, as far as a server can say, which knows no place, no PIN and no provider. Whoever can look
  /// at an open page comes last, whatever else there is.
  public var whoElse: [Sentence] {
    var all: [Sentence] = []
    if let code { all.append("Whoever finds kit no. \(code.kit) needs nothing else.") }
    if keys.count + cards.count == 1 {
      all.append("Whoever has your key and its PIN or finger.")
    } else if !keys.isEmpty || !cards.isEmpty {
      all.append("Whoever has one of your keys and its PIN or finger.")
    }
    if keys.contains(where: \.saysSynced) {
      all.append("Whoever gets into the account that your passkeys say they are synced with, and whoever runs it.")
    }
    if isPasswordEnough { all.append("Whoever knows your password, to sign in only.") }
    if escrow != .none {
      all.append("Enough of your recovery providers together, if they know or guess what you told them of yourself.")
    }
    switch site {
    case .here: all.append("Whoever uses this computer's account.")
    case .hosted:
      all.append("Whoever runs this site, when you open your journal here; not in a terminal.")
    }
    return all
  }
}
