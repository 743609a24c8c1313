import Sentences

extension Holdings {
  /// Who else could get in, as far as a server can say, which knows no PIN and no provider. Whoever can look
  /// at an open page comes last, whatever else there is.
  public var whoElse: [Sentence] {
    var all: [Sentence] = []
    switch (code?.kit, site) {
    case (let kit?, .here): all.append("Whoever finds kit no. \(kit), and can use this computer.")
    case (let kit?, .hosted): all.append("Whoever finds kit no. \(kit) needs nothing else.")
    case (nil, _): break
    }
    switch keys.count {
    case 0: break
    case 1: all.append("Whoever has your key and its PIN or fingerprint.")
    default: all.append("Whoever has one of your keys and its PIN or fingerprint.")
    }
    switch cards.count {
    case 0: break
    case 1: all.append("Whoever has your card and its PIN or PUK.")
    default: all.append("Whoever has one of your cards and its PIN or PUK.")
    }
    if keys.contains(where: \.saysSynced) {
      all.append("Whoever gets into the account that your passkeys say they are synced with, and whoever runs it.")
    }
    if isPasswordEnough { all.append("Whoever knows your password, to sign in only.") }
    if escrow != .none {
      all.append("Enough of your recovery providers together, if they know or guess what you told them of yourself.")
    }
    if copies.contains(where: { $0.kind == .accounts }) {
      all.append(
        """
        Whoever has a copy of the accounts, and anything that opened them when it was made, even if you removed it \
        since.
        """)
    }
    if hasPractice {
      all.append(
        "Whoever uses a computer on which you practice: your practice card or practice recovery lets them in.")
    }
    switch site {
    case .here:
      all.append(
        "Whoever uses this computer as you, while your journal is open here. Lock the screen when you leave it.")
    case .hosted:
      all.append("Whoever runs this site, when you open your journal here; not in a terminal.")
    }
    return all
  }
}
