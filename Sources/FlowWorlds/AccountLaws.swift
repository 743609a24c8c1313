#if DEBUG
  import FlowKit
  import Model
  import Vocabulary

  /// The law of every flow that touches an account: the flow writes and grants only on the basis of evidence that the
  /// server verified in the same run, and notes every opening, which is a proof of the way that opened. A rehearsal, which
  /// begins with a ticket or with the first step of a drill of account recovery, writes and grants nothing at all.
  public struct AccountLaws: FlowLaws {
    public enum Law: Hashable, Sendable {
      case changeWithoutEvidence, unconfirmedWrap, notRolledBack, openingNotNoted
      case rehearsalDoesMore
    }

    private var isVouched = false  // by anything; how long ago is the runner's to judge
    private var lastVouches = false  // the last verdict vouches, and was not used
    private var lastConfirms = false  // and it was a touch for a change
    private var touches: Set<ServerReply> = []  // verdicts on keys that are not written yet
    private var written: Set<KeyID> = []
    private var isRehearsal = false
    private var serviceNeedsTouch = false

    public init() {}
    public var hasEvidence: Bool { lastVouches && !isRehearsal }

    public mutating func note(_ news: ServerReply) {
      if news.vouches { isVouched = true; lastVouches = true; lastConfirms = false }
      switch news {
      case .way(.ticketKept): isRehearsal = true
      case .service(.question(let question)): serviceNeedsTouch = question.needsTouch
      case .service(.touchNeeded), .service(.notHardware): (serviceNeedsTouch, lastVouches) = (true, false)
      case .key(.verified(let key, let ceremony)):
        lastConfirms = ceremony == .confirm
        if ceremony != .test, !written.contains(key) { touches.insert(news) }
      case .key(.committed(let key, _, _)):
        written.insert(key)
        lastVouches = false
        touches = touches.filter { if case .key(.verified(key, _)) = $0 { false } else { true } }
      case .key(.revoked(let key)): written.remove(key)
      case .card(.signatureVerified(let card, .enroll)): if !written.contains(card) { touches.insert(news) }
      case .card(.signatureVerified(_, .change)): lastConfirms = true
      case .card(.committed(let card)):
        written.insert(card)
        lastVouches = false
        touches.remove(.card(.signatureVerified(card, .enroll)))
      case .key(.rejected), .card(.signatureRejected), .account(.passwordRejected), .account(.registrationRejected):
        lastVouches = false
      default: break
      }
    }

    public mutating func note(awaiting effects: [Vocabulary.Effect]) {
      for case .hands(.escrow(.drill)) in effects { isRehearsal = true }
    }

    public func breach(awaiting effects: [Vocabulary.Effect]) -> Law? {
      if isRehearsal, !effects.allSatisfy(\.isRehearsed) { return .rehearsalDoesMore }
      for case .server(let work) in effects {
        switch work {
        case .account(.setPassword), .account(.delete):  // a change to an account rests on a key touched for it
          guard lastVouches, lastConfirms else { return .changeWithoutEvidence }
        case .service(.allow):  // a service that wants a touch hears of nobody who gave none
          guard !serviceNeedsTouch || lastVouches && lastConfirms else { return .changeWithoutEvidence }
        // a primary requires its confirming tap, a backup its creation or such a tap (G-26).
        case .key(.commitWrap(let key, _, let role, _)):
          let proofs =
            [ServerReply.key(.verified(key, .confirm))] + (role == .backup ? [.key(.verified(key, .create))] : [])
          guard isVouched, !touches.isDisjoint(with: proofs) else { return .unconfirmedWrap }
        case .key(.revokeWrap(let key)):  // what the run wrote it may take back; anything else needs a verdict
          guard written.contains(key) || lastVouches else { return .changeWithoutEvidence }
        case .card(.commit(let card, _, _)):  // a card shown for it, and the account's holder before that
          guard isVouched, touches.contains(.card(.signatureVerified(card, .enroll))) else { return .unconfirmedWrap }
        case .way(let way) where way.changes:
          guard isVouched else { return .changeWithoutEvidence }
        default: break
        }
      }
      return nil
    }

    public func breach(
      hearing news: Vocabulary.HandsReply, awaiting effects: [Vocabulary.Effect], with orders: [Vocabulary.Order]
    ) -> Law? {
      guard news == .way(.opened) else { return nil }
      for case .hands(.way(.open(let key))) in effects
      where !isNew(key) && !orders.contains(.server(.noteOpening(key))) {
        return .openingNotNoted
      }
      return nil
    }

    /// Returns `true` if the run made the key or the card, which is not a way in yet.
    private func isNew(_ key: KeyID) -> Bool {
      touches.contains(.key(.verified(key, .create))) || touches.contains(.card(.signatureVerified(key, .enroll)))
    }

    public func breach(endingFrom effects: [Vocabulary.Effect], with orders: [Vocabulary.Order], isCancelled: Bool)
      -> Law?
    {
      let isCommitting = effects.contains { effect in
        switch effect {
        case .server(.key(.commitWrap)), .server(.card(.commit)): true
        default: false
        }
      }
      guard isCancelled, isCommitting || !written.isEmpty, !orders.contains(.server(.rollBackWraps)) else { return nil }
      return .notRolledBack
    }
  }

  extension FlowKit.Effect<AccountWords> {
    /// `true` for what a rehearsal may ask: to look, to judge, to try, and to note that.
    fileprivate var isRehearsed: Bool {
      switch self {
      case .server(.way(let work)):
        switch work {
        case .keepTicket, .redeemTicket, .findByCode, .findOwnEscrow, .passDrill: true
        default: false
        }
      case .server(.key(.verify(_, .signIn))), .server(.card(.find)), .server(.card(.verifySignature(_, .login))): true
      case .server: false
      case .hands(.way(let work)):
        switch work {
        case .lookUpCode, .tryWords, .drill, .lookUpEscrow, .tryEscrow: true
        default: false
        }
      case .hands(.card(let work)):
        switch work {
        case .look, .watch, .rehearse, .meet, .pair, .pairWith, .pairForNow, .readTries, .verifyPIN, .identify,
          .identifyMaker, .sign(.login), .unlock:
          true
        default: false
        }
      case .hands(.key(.signIn)), .hands(.escrow(.drill)), .hands(.wait): true
      case .hands: false
      }
    }
  }

  public typealias World<F: FlowKit.Flow> = FlowKit.World<F>
  public typealias Explorable = FlowKit.Explorable
  public typealias Explorer<F: FlowKit.Flow> = FlowKit.Explorer<F, AccountLaws> where F.Words == AccountWords
#endif
