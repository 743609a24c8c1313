import FlowKit
import HandsProtocol
import Model
import Wraps

/// Effects on the Master Key and its ways in. The hands need secrets for this work, so the flow learns only the
/// outcome.
extension HandsEffect {
  public enum Way: Codable, Hashable, Sendable {
    /// Opens the Master Key with the secret from this key's last touch. If the key has no wrap yet, one is created. The
    /// first key of an account creates the Master Key.
    case open(KeyID)
    /// Tries whether the secret of this key's last touch opens the key's own current wrap, and signs a proof that it did.
    /// An open Master Key does not help. Nothing is kept open, remembered or made.
    case drill(KeyID)
    /// Generates twelve words and shows them.
    case showCode
    /// Makes the shown words a way in. The previous code stops working.
    case sealCode
    /// Creates a new generation without these keys.
    case drop([KeyID])
    /// Finds the account that the typed words open, if there is one.
    case lookUpCode(FieldID)
    /// Opens the Master Key with the typed words, and signs a proof that the words are here.
    case openWithCode
    /// Tries whether the typed words open the account's recovery code as it stands, and signs a proof that they do.
    /// Nothing is kept open, remembered or made.
    case tryWords(FieldID)
    /// Draws the signs of a ticket for a rehearsal, and shows them.
    case drawTicket
    /// Creates a new generation for a newly added key and for the shown words, without the code that was typed.
    ///
    /// - Parameter dropping: The old keys and cards that go with the old code.
    case startAnew(KeyID, dropping: [KeyID])
    /// Makes the secret whose shares the escrow providers hold a way in. It replaces the previous escrow way, except
    /// that practice does not replace a real one (G-34).
    case sealEscrow(isPractice: Bool)
    /// Finds the account that the recovered secret opens, if there is one.
    case lookUpEscrow
    /// Opens the Master Key with the recovered secret, and signs a proof that the secret is here.
    case openWithEscrow
    /// Tries whether the recovered secret opens the account's escrow way as it stands, and signs a proof that it does.
    /// Nothing is kept open, remembered or made, and the secret is forgotten.
    case tryEscrow
    /// Signs the request for a copy of the journal with the open Master Key.
    case signCopy
    /// Makes the copy, reads it back, and offers it to the person.
    case makeCopy

    /// `true` if the task uses the escrow way's secret, which no page has.
    var isEscrow: Bool {
      switch self {
      case .sealEscrow, .lookUpEscrow, .openWithEscrow: true
      default: false
      }
    }
  }
}
extension HandsReply {
  public enum Way: Codable, Hashable, Sendable {
    case opened
    /// Evidence to store: a record and a wrap, or a new generation.
    case made(Evidence)
    /// This key has no PRF, or did not use it (G-19).
    case signsInOnly
    /// The Master Key is not open in these hands, because the page was reloaded.
    case closed
    /// These hands have no secret from this key, because the key was touched in a different page.
    case untouched
    /// The key signed, but returned a different secret than the one its wrap was made for, because its PIN or
    /// fingerprints were reset (G-20). Or the typed words are not the account's.
    case mismatched
    /// The server's materials are inconsistent. Nothing was opened (WRAPS §5).
    case refused
    /// The account was begun by an earlier version, which did not vouch for who receives the next Master Key. Nothing
    /// was opened.
    case fromBefore
    /// This browser lacks a required function.
    case unable
    case shown
  }
}
extension ServerEffect {
  public enum Way: Codable, Hashable, Sendable {
    /// Adds a wrap for an existing key. A wrap that an enrollment made for its own key is removed with the run.
    case attach(KeyID, Evidence, goesWithRun: Bool = false)
    /// Records that the words are shown. This is written before they are shown.
    case noteReveal
    /// Stores the code as a way in, and ends the reminder of a postponed one. `wasRead` is `true` if three of
    /// its words were read off its paper.
    case commitCode(Evidence, wasRead: Bool)
    /// Stores the escrow way. `isPractice` is `true` if practice providers hold shares of its secret (G-34).
    case commitEscrow(Evidence, isPractice: Bool)
    /// Revokes keys. This includes a new generation if hands could create one; otherwise it is due at the next opening.
    case revoke([KeyID], Evidence?)
    /// Finds the account by the typed code, or by the secret that escrow providers returned.
    case findByCode(Evidence)
    case verifyProof(Evidence)
    /// Verifies that the open Master Key signed the request for a copy of the journal, and notes that one was taken.
    /// From then on, this run's hands may have what a copy holds.
    case takeCopy(Evidence)
    /// Finds the escrow way of the session's own account by the secret that escrow providers returned, for a drill. A way
    /// of another account is not found.
    case findOwnEscrow(Evidence)
    /// Verifies the proof that a way passed a drill, and notes it. The proof opens nothing here: it vouches for no change
    /// and no sign-in.
    case passDrill(DrilledWay, Evidence)
    /// Compares what stands on a paper with the kit of the account's recovery code, and notes that the paper is there.
    case checkKit(number: Int, check: String)
    /// Writes the new key, the new code and the new generation, without the typed code and without the dropped keys.
    /// Of the kept ones, the person said that they are still there. `wasRead` is as for `commitCode`.
    case startAnew(KeyID, label: String, dropping: [KeyID], keeping: [KeyID], Evidence, wasRead: Bool)
    /// Stores the hash of a ticket for one rehearsal with this way. The account's ticket from before is worthless then.
    case issueTicket(KeyID, Evidence)
    /// Keeps a typed ticket for this run, whether or not it is one.
    case keepTicket(String)
    /// Spends the kept ticket, if it was issued for the key or card that signed in this run or, without one, for the
    /// words that were looked up. Every miss gets the same answer.
    case redeemTicket(KeyID?)
    /// Sets a reminder after "Show again later" was pressed.
    case remind
    case rename(KeyID, String)
    /// Records that a key passed its test.
    case prove(KeyID)
    /// Makes the rows of an enrollment permanent, and gives existing keys the role that it assigned to them.
    case complete([Adoption])
  }
}
/// A way in that a drill tries.
public enum DrilledWay: Codable, Hashable, Sendable {
  /// A key or a card.
  case key(KeyID)
  /// The recovery code as it stands.
  case code
  /// The way whose shares escrow providers hold.
  case escrow
}
extension ServerEffect.Way {
  /// A key of the account that becomes one of its hardware keys, namely the key used at sign-up.
  public struct Adoption: Codable, Hashable, Sendable {
    public var key: KeyID, label: String, role: KeyRole
    public init(_ key: KeyID, _ label: String, _ role: KeyRole) { self.key = key; self.label = label; self.role = role }
  }
  /// `true` if the effect changes who can open the account, and therefore requires a touch or a proof within the last
  /// five minutes.
  public var changes: Bool {
    switch self {
    case .attach, .commitCode, .commitEscrow, .revoke, .startAnew, .rename: true
    case .noteReveal, .findByCode, .verifyProof, .findOwnEscrow, .passDrill, .takeCopy, .checkKit, .issueTicket,
      .keepTicket, .redeemTicket, .remind, .complete, .prove:
      false
    }
  }
}
extension ServerReply {
  public enum Way: Codable, Hashable, Sendable {
    case attached(KeyID), revealNoted, codeSaved(generation: Int), escrowSaved, revoked([KeyID]), found, proofVerified,
      startedAnew, reminded,
      renamed, completed, proved(KeyID), copyTaken,
      ticketIssued, ticketKept, ticketRedeemed
    /// The drill is noted. In a rehearsal, with the seconds since its ticket was typed.
    case drillPassed(seconds: Int? = nil)
    /// The paper is that of the account's recovery code.
    case kitMatches
    /// The paper has another number than that of the account's recovery code.
    case kitHasOtherNumber(newest: Int)
    /// The number is right, and the check is not.
    case checkDiffers
    /// The account's tries at the check are used up for now.
    case tooManyChecks
    /// The account has changed in the meantime, or the bundle does not fit it. Nothing was written.
    case conflict
    /// More than five minutes have passed since a key was touched for this change.
    case tooLate
    case codeRejected
    /// The proof of a drill is not one of this way as it stands. Nothing was noted.
    case drillRefused
    /// The ticket and what was shown do not belong together, or the ticket is none.
    case ticketRefused
    /// A different key of the account has that name. Nothing was written.
    case nameTaken(free: String)
  }
}

extension HandsReply.Way {
  func answers(_ asked: HandsEffect.Way) -> Bool {
    switch (asked, self) {
    case (_, .unable): true
    case (.open, .opened), (.open, .made), (.open, .signsInOnly), (.open, .closed), (.open, .untouched),
      (.open, .refused),
      (.open, .fromBefore), (.open, .mismatched):
      true
    case (.showCode, .shown): true
    case (.sealCode, .made), (.drop, .made), (.startAnew, .made), (.lookUpCode, .made), (.openWithCode, .made): true
    case (.sealCode, .closed), (.drop, .closed), (.startAnew, .closed), (.startAnew, .untouched),
      (.lookUpCode, .closed), (.openWithCode, .closed):
      true
    case (.sealCode, .refused), (.drop, .refused), (.startAnew, .refused), (.openWithCode, .refused): true
    case (.sealEscrow, .made), (.lookUpEscrow, .made), (.openWithEscrow, .made): true
    case (.sealEscrow, .closed), (.lookUpEscrow, .closed), (.openWithEscrow, .closed): true
    case (.sealEscrow, .refused), (.openWithEscrow, .refused): true
    case (.openWithCode, .fromBefore), (.openWithEscrow, .fromBefore): true
    case (.tryEscrow, .made), (.tryEscrow, .mismatched), (.tryEscrow, .closed), (.tryEscrow, .refused),
      (.tryEscrow, .fromBefore):
      true
    case (.tryWords, .made), (.tryWords, .mismatched), (.tryWords, .closed), (.tryWords, .refused),
      (.tryWords, .fromBefore):
      true
    case (.signCopy, .made), (.signCopy, .closed), (.signCopy, .refused): true
    case (.makeCopy, .shown), (.makeCopy, .closed), (.makeCopy, .refused): true
    case (.drill, .made), (.drill, .mismatched), (.drill, .closed), (.drill, .refused), (.drill, .fromBefore),
      (.drill, .untouched), (.drill, .signsInOnly), (.drawTicket, .made):
      true
    default: false
    }
  }
}
extension ServerReply.Way {
  func answers(_ asked: ServerEffect.Way) -> Bool {
    switch (asked, self) {
    case (.attach(let asked, _, _), .attached(let key)): asked == key
    case (.noteReveal, .revealNoted), (.remind, .reminded), (.rename, .renamed), (.rename, .nameTaken),
      (.complete, .completed):
      true
    case (.commitCode, .codeSaved), (.commitEscrow, .escrowSaved), (.startAnew, .startedAnew): true
    case (.revoke(let asked, _), .revoked(let keys)): asked == keys
    case (.prove(let asked), .proved(let key)): asked == key
    case (.findByCode, .found), (.verifyProof, .proofVerified), (.verifyProof, .codeRejected),
      (.findByCode, .codeRejected), (.findOwnEscrow, .found), (.findOwnEscrow, .codeRejected),
      (.passDrill, .drillPassed), (.passDrill, .drillRefused),
      (.issueTicket, .ticketIssued), (.issueTicket, .tooLate), (.issueTicket, .conflict), (.keepTicket, .ticketKept),
      (.redeemTicket, .ticketRedeemed), (.redeemTicket, .ticketRefused):
      true
    case (.takeCopy, .copyTaken), (.takeCopy, .conflict), (.takeCopy, .tooLate): true
    case (.checkKit, .kitMatches), (.checkKit, .kitHasOtherNumber), (.checkKit, .checkDiffers),
      (.checkKit, .tooManyChecks), (.checkKit, .conflict):
      true
    case (.attach, .conflict), (.commitCode, .conflict), (.commitEscrow, .conflict), (.revoke, .conflict),
      (.startAnew, .conflict),
      (.rename, .conflict), (.prove, .conflict):
      true
    case (.attach, .tooLate), (.commitCode, .tooLate), (.commitEscrow, .tooLate), (.revoke, .tooLate),
      (.startAnew, .tooLate), (.rename, .tooLate):
      true
    default: false
    }
  }
}

/// The account's state at the time a flow requests it. All facts come from the store, never from the hands.
public struct AccountState: Codable, Hashable, Sendable {
  public var keys: [HeldKey]
  /// `true` if the account has a Master Key.
  public var hasMasterKey: Bool
  /// `true` if the account has a recovery code whose box was ticked (G-39).
  public var hasCode: Bool
  /// The number of the recovery code's kit; `nil` if there is no code, or its paper has no check.
  public var kit: Int?
  /// `true` if escrow providers hold shares of a way in; practice providers do not count (G-34).
  public var hasEscrow: Bool
  /// `true` if practice providers hold shares of a way in.
  public var practicesEscrow: Bool?
  /// The time when the escrow providers' shares were last returned and proved, in Unix seconds (C-40).
  public var escrowProvedAt: Int?
  /// The credential used to sign in to this session.
  public var current: KeyID?
  public var cards: [HeldKey] { keys.filter { $0.kind == .card } }
  /// `true` if a card can confirm a change to this account.
  public var hasCard: Bool { !cards.isEmpty }
  public init(
    keys: [HeldKey] = [], hasMasterKey: Bool = false, hasCode: Bool = false, kit: Int? = nil,
    hasEscrow: Bool = false, practicesEscrow: Bool? = nil,
    escrowProvedAt: Int? = nil, current: KeyID? = nil
  ) {
    self.keys = keys; self.hasMasterKey = hasMasterKey; self.hasCode = hasCode; self.kit = kit
    self.hasEscrow = hasEscrow
    self.practicesEscrow = practicesEscrow; self.escrowProvedAt = escrowProvedAt
    self.current = current
  }
}
/// A key of the account, with the details that let a person distinguish it from the others.
public struct HeldKey: Codable, Hashable, Sendable {
  public var id: KeyID, label: String, role: KeyRole?, opens: Bool, reach: KeyReach?
  /// The kind of the key: a hardware key or passkey, or a Keycard.
  public var kind: WayKind
  /// `true` if the key opened the account once and now returns a different secret (G-20).
  public var needsRewrap: Bool
  /// `true` for a card that is only there to practice with (G-34).
  public var isRehearsal: Bool
  public init(
    _ id: KeyID, _ label: String, _ role: KeyRole?, opens: Bool, reach: KeyReach? = nil, kind: WayKind = .key,
    needsRewrap: Bool = false, isRehearsal: Bool = false
  ) {
    self.id = id; self.label = label; self.role = role; self.opens = opens; self.reach = reach; self.kind = kind;
    self.needsRewrap = needsRewrap; self.isRehearsal = isRehearsal
  }
}
