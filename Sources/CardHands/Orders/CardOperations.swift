import Dispatch
import Encoding
import Foundation
import HandsProtocol
import Keycard
import SimulatedCard
import Synchronization

/// Carries out the flows' orders to a card, for one page or terminal at a time and with one card at a time.
///
/// A dedicated thread waits for a card. The flows decide what a card's response means to the person. Here, every
/// response and every error is translated into the flows' vocabulary.
public final class CardOperations: Sendable {
  let source: any CardSource
  let pairings: PairingStore
  /// The pairing passwords to try, in this order, before asking for one (D-08).
  let defaultPasswords: [Secret]
  /// The practice card's file; `nil` if these hands have no practice card.
  let rehearsalFile: String?
  private let queue = DispatchQueue(label: "card")
  private let state = Mutex(State())
  private let untilIdle: @Sendable () async throws -> Void
  private let idle = Mutex(Idle())

  /// The number of orders under way, and the task that releases the card after the last of them.
  private struct Idle {
    var underway = 0
    var task: Task<Void, Never>?
  }

  struct State {
    var seat: CardSeat?
    /// The remembered facts about a card that was released because it was idle. They are kept until the next order.
    var idled: CardSeat.Left?
    /// The owners who lost the card to a different owner and have not looked at it since.
    var displaced: Set<SeatOwner> = []
    var memories: [SeatOwner: SeatSecrets] = [:]
    /// The situation that the last look found, so that a watch can detect changes.
    var seen: ReaderSituation?
    var rehearsal: SimulatedCard?
    /// The number of looks so far.
    var looks = 0
    /// The names of cards by instance UID, so that a card is asked for its name only once.
    var names: [[UInt8]: String] = [:]

    /// Returns the reason why this owner has no open card.
    func whyClosed(_ owner: SeatOwner) -> CardReply {
      idled?.owner == owner ? .letGo : displaced.contains(owner) ? .taken : .removed
    }
  }

  /// - Parameters:
  ///   - defaultPasswords: The pairing passwords to try, by default the one of cards set up by Status.
  ///   - untilIdle: A closure that returns when a card has been idle for long enough. It is started after each order,
  ///     and cancelled by the next.
  public init(
    source: any CardSource, pairings: PairingStore,
    defaultPasswords: [Secret] = [Secret(Array(PairingSecret.defaultPassword.utf8))],
    rehearsalFile: String? = nil,
    untilIdle: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(60)) }
  ) {
    self.untilIdle = untilIdle
    self.source = source; self.pairings = pairings; self.defaultPasswords = defaultPasswords;
    self.rehearsalFile = rehearsalFile
  }

  /// Carries out one order of a flow.
  /// - Parameter card: The only card that may be used, if the person was told which one it is. With any other card, the
  ///   reply is `removed`.
  public func perform(_ work: CardWork, from owner: SeatOwner, with card: NamedCard? = nil) async -> CardNews {
    // An order that waits for a change does not use the card in the reader.
    if case .watch = work.effect { return await performNow(work, owner, card) }
    return await keeping { await performNow(work, owner, card) }
  }

  /// Keeps the card while an order is under way, and while the person is asked whether it may be carried out. Once the
  /// card is idle, it is released and its PIN forgotten. Other programs need the card too, and whoever uses this page
  /// next must not find it open. The next order takes the card again.
  package func keeping<Value>(_ order: () async -> Value) async -> Value {
    idle.withLock { idle in
      idle.underway += 1
      idle.task?.cancel()
    }
    defer { rest() }
    return await order()
  }

  private func rest() {
    idle.withLock { idle in
      idle.underway -= 1
      guard idle.underway == 0 else { return }
      idle.task = Task { [weak self, untilIdle] in
        guard (try? await untilIdle()) != nil, let self, self.idle.withLock({ $0.underway == 0 }) else { return }
        await self.letGo()
      }
    }
  }

  private func performNow(_ work: CardWork, _ owner: SeatOwner, _ card: NamedCard?) async -> CardNews {
    switch work.effect {
    case .look: await look(for: owner)
    case .watch: await watch()
    case .meet: CardNews(.failed)  // the server's to answer: in a process of its own there is nobody to meet
    default: await performAtCard(work, owner, card)
    }
  }

  private func performAtCard(_ work: CardWork, _ owner: SeatOwner, _ card: NamedCard?) async -> CardNews {
    if work.effect.needsCard, let why = await takeAgain(for: owner) { return why }
    return await onCard { state in
      Self.answer {
        if let card, Self.card(of: owner, state) != card { return CardNews(state.whyClosed(owner)) }
        return try self.perform(work, owner, &state)
      } ending: {
        state.seat = nil
      }
    }
  }

  /// Releases the card, so that other programs can use it.
  public func release() async { _ = await onCard { ($0.seat, $0.idled) = (nil, nil) } }

  /// Releases the card of an owner who has left, and forgets what was typed or generated for it.
  public func leave(_ owner: SeatOwner) async {
    await onCard { state in
      state.memories[owner] = nil
      state.displaced.remove(owner)
      if state.seat?.owner == owner { state.seat = nil }
      if state.idled?.owner == owner { state.idled = nil }
    }
  }

  /// Returns the card that is open for this owner, so that it can be named to the person, or `nil` if no card is open.
  public func card(of owner: SeatOwner) async -> NamedCard? {
    await keeping {
      _ = await takeAgain(for: owner)
      return await onCard { Self.card(of: owner, $0) }
    }
  }
  private static func card(of owner: SeatOwner, _ state: State) -> NamedCard? {
    guard let seat = state.seat, seat.owner == owner else { return nil }
    return NamedCard(
      instance: seat.instance.map { Hex.encode($0) }, name: seat.instance.flatMap { state.names[$0] } ?? "",
      look: state.looks)
  }

  func onCard<Value: Sendable>(_ work: @escaping @Sendable (inout State) -> Value) async -> Value {
    await withCheckedContinuation { waiter in
      queue.async { waiter.resume(returning: self.state.withLock { work(&$0) }) }
    }
  }

  /// Translates an error into the flows' vocabulary. Most errors end the conversation with the card.
  private static func answer(_ work: () throws -> CardNews, ending: () -> Void) -> CardNews {
    do { return try work() } catch let error as KeycardError {
      switch error.code {
      case .removed: ending(); return CardNews(.removed)
      // The card is still in the reader. Starting over at once would loop forever with a broken reader.
      case .channelClosed: ending(); return CardNews(.failed)
      case .unreadable: ending(); return CardNews(.absent(.unreadable))
      case .notKeycard: ending(); return CardNews(.absent(.notKeycard))
      case .malformed: ending(); return CardNews(.failed)
      case .refused where error.isOfMemory: return CardNews(.unwritten)
      case .refused, .invalid: return CardNews(.failed)
      }
    } catch is Lost { return CardNews(.lost) } catch { return CardNews(.failed) }
  }

  /// An error that indicates that something the order needs is no longer available.
  struct Lost: Error {}

  private func perform(_ work: CardWork, _ owner: SeatOwner, _ state: inout State) throws -> CardNews {
    func secret(_ field: FieldID) throws -> Secret {
      guard let secret = work.secrets[field] else { throw Lost() }
      return secret
    }
    if case .rehearse = work.effect { return rehearse(&state) }
    var memory = state.memories[owner] ?? SeatSecrets()
    defer { state.memories[owner] = memory }
    switch work.effect {
    case .checkPhrase(let field, let key): return CardNews(try check(secret(field), for: key, &memory))
    case .identifyPhrase: return try identifyPhrase(memory)
    case .showSecrets:
      guard let puk = memory.puk, let pairing = memory.pairing else { throw Lost() }
      return CardNews(.shown, shown: .secrets(puk: puk, pairing: pairing))
    case .askWords: return CardNews(try askWords(&memory))
    case .checkWords(let fields): return CardNews(try check(fields.map(secret), memory))
    case .showPhrase(let index):
      guard memory.drawn.indices.contains(index) else { throw Lost() }
      (memory.phrase, memory.asked) = (memory.drawn[index], [])
      return CardNews(.shown, shown: .phrase(memory.drawn[index]))
    default: break
    }
    guard var seat = state.seat, seat.owner == owner else { return CardNews(state.whyClosed(owner)) }
    defer { if state.seat != nil { state.seat = seat } }
    switch work.effect {
    case .pair: return CardNews(try pair(&seat, memory))
    case .pairWith(let field): return CardNews(try pair(&seat, with: PairingPassword.readings(of: secret(field))))
    case .pairForNow(let field):
      return CardNews(
        try pair(
          &seat, with: field.map { PairingPassword.readings(of: try secret($0)) } ?? defaultPasswords, slot: .ephemeral)
      )
    case .readTries: return CardNews(.tries(try readTries(&seat)))
    case .verifyPIN(let field): return CardNews(try verify(secret(field), &seat))
    case .unblockPIN(let puk, let newPIN): return CardNews(try unblock(secret(puk), secret(newPIN), &seat))
    case .freeSlots: return CardNews(try freeSlots(&seat))
    case .unpair: return CardNews(try unpair(&seat))
    case .initialize(let pin):
      return CardNews(try initialize(secret(pin), CardEffect.credentials(in: work.secrets), &seat, &memory))
    case .factoryReset: return CardNews(try reset(&seat, &state))
    case .change(let kind, let field): return CardNews(try change(kind, secret(field), seat))
    case .name(let name): return CardNews(try rename(name, seat, &state))
    case .drawAccounts(let count): return CardNews(try drawAccounts(count, seat, &memory))
    case .loadPhrase: return CardNews(try loadPhrase(seat, &memory))
    case .identify: return try identify(seat)
    case .identifyMaker: return CardNews(.maker(try provenMaker(seat.client)))
    case .sign(let purpose): return try sign(purpose, work.claim, owner.origin, seat)
    case .unlock: return CardNews(.unlocked, shown: .unlocking(try seat.client.unlockSecret()))
    case .signMessage(let field, let path):
      return CardNews(try sign(Ethereum.personalMessageHash(secret(field).withBytes { Array($0) }), path, seat))
    case .signHash(let field, let path), .signFile(let field, let path):
      return CardNews(try sign(hash(secret(field)), path, seat))
    case .look, .watch, .meet, .rehearse, .checkPhrase, .identifyPhrase, .showSecrets, .showPhrase, .askWords,
      .checkWords:
      return CardNews(.failed)  // above
    }
  }
}

extension CardEffect {
  /// `true` if the order needs the card in the reader; `false` if previously generated or typed data is sufficient.
  package var needsCard: Bool {
    switch self {
    case .rehearse, .showSecrets, .showPhrase, .askWords, .checkWords, .checkPhrase, .identifyPhrase: false
    default: true
    }
  }
}
