import Encoding
import HandsProtocol
import Keycard
import SimulatedCard

extension CardOperations {
  /// Takes a new look at the cards in the readers (D-59). Cards other than Keycards are ignored.
  func look(for owner: SeatOwner) async -> CardNews {
    var iterator = source.situations().makeAsyncIterator()
    guard let situation = await iterator.next() else { return CardNews(.absent(.noDaemon)) }
    return await onCard { state in
      state.displaced.formUnion([state.seat?.owner, state.idled?.owner].compactMap { $0 })
      state.displaced.remove(owner)
      (state.seat, state.idled) = (nil, nil)  // lets go first: the same card may be wanted again
      state.looks += 1
      state.seen = situation
      return CardNews(self.seat(situation, for: owner, &state))
    }
  }

  /// Waits until the situation differs from what the last look found.
  func watch() async -> CardNews {
    let seen = await onCard { $0.seen }
    for await situation in source.situations() where situation != seen { return CardNews(.changed) }
    return CardNews(.changed)
  }

  func rehearse(_ state: inout State) -> CardNews {
    guard let rehearsalFile else { return CardNews(.failed) }
    do {
      state.rehearsal = try state.rehearsal ?? SimulatedCard(file: CardFile(rehearsalFile))
      return CardNews(.rehearsing)
    } catch let error as SimulatedCardError {
      switch error.code {
      case .inaccessible: return CardNews(.unwritten)
      case .inUse: return CardNews(.absent(.inUse))
      default: return CardNews(.failed)
      }
    } catch { return CardNews(.failed) }
  }

  private func seat(_ situation: ReaderSituation, for owner: SeatOwner, _ state: inout State) -> CardReply {
    let filled = situation.readers.filter(\.isPresent)
    guard !filled.isEmpty else {
      if let rehearsal = state.rehearsal {  // a real card in a reader comes before it
        return meet(RehearsalCard(rehearsal), for: owner, isRehearsal: true, isContactless: false, &state)
      }
      return .absent(situation == .noDaemon ? .noDaemon : situation.readers.isEmpty ? .noReader : .noCard)
    }
    var absences: [CardAbsence] = [], found: CardReply?
    for reader in filled {
      guard reader.card?.isMute == false else {
        absences.append(.unreadable)
        continue
      }
      switch source.open(reader.name) {
      case .failure(let refusal): absences.append(CardAbsence(refusal))
      case .success(let transport):
        let met = meet(transport, for: owner, isRehearsal: false, isContactless: reader.isContactless, &state)
        switch met {
        case .absent(let why): absences.append(why)
        case _ where found == nil: found = met
        default:
          state.seat = nil
          return .absent(.severalCards)  // which one is meant, only the person knows
        }
      }
    }
    return found ?? .absent(absences.first ?? .noCard)
  }

  private func meet(
    _ transport: any CardTransport & Sendable, for owner: SeatOwner, isRehearsal: Bool, isContactless: Bool,
    _ state: inout State
  ) -> CardReply {
    let client = KeycardClient(transport)
    do throws(KeycardError) {
      let application = try client.select()
      var seat = CardSeat(
        owner: owner, client: client, transport: transport, isRehearsal: isRehearsal, isContactless: isContactless)
      var facts = CardFacts(.blank, isRehearsal: isRehearsal, isContactless: isContactless)
      if case .initialized(let card) = application {
        seat.instance = card.instanceUID
        facts = CardFacts(
          card.keyUID == nil ? .noKeys : .keys, instance: Hex.encode(card.instanceUID),
          keyUID: card.keyUID.map { Hex.encode($0) },
          version: "\(card.version)", freeSlots: card.freeSlots, name: try name(of: card.instanceUID, client, &state),
          holdsPhrase: card.keyUID.flatMap { Self.isKey($0, of: state.memories[owner]?.phrase) },
          isPaired: (try? pairings.has(card.instanceUID)) ?? false, isRehearsal: isRehearsal,
          isContactless: isContactless)
      }
      if facts.contents != .keys {
        facts.maker = try maker(client)
        if facts.maker == .forged { return .absent(.counterfeit) }
        seat.maker = facts.maker
      }
      state.seat = seat
      return .present(facts)
    } catch {
      switch error.code {
      case .removed: return .absent(.noCard)
      case .notKeycard: return .absent(.notKeycard)
      default: return .absent(.unreadable)
      }
    }
  }

  /// Returns the authority that vouches for the card, once the card has proved that it is the one in its certificate.
  func maker(_ client: KeycardClient) throws(KeycardError) -> CardMaker {
    do throws(KeycardError) {
      return switch try client.identify() {
      case .identified(let certificate):
        switch certificate.authority {
        case .official: .official
        case .test: .test
        case .unknown: .unknown
        }
      case .noCertificate: CardMaker.none
      case .forged: .forged
      }
    } catch  where error.code == .refused {
      return CardMaker.none  // before 3.1 there is no such command
    }
  }

  /// Returns the authority that vouches for a card already in use. A malformed response proves nothing, and does not
  /// hide the card's status from anyone.
  func provenMaker(_ client: KeycardClient) throws(KeycardError) -> CardMaker {
    do throws(KeycardError) { return try maker(client) } catch  where error.code == .malformed { return .forged }
  }

  /// Returns `true` if this is the phrase's key, or `nil` if there is no phrase.
  private static func isKey(_ keyUID: [UInt8], of phrase: Secret?) -> Bool? {
    guard let phrase, let seed = PhraseSeed.seed(of: phrase), let master = try? ExtendedPrivateKey(seed: seed) else {
      return nil
    }
    return master.key.publicKey.keyUID == keyUID
  }

  /// Reads the name. Data in a different program's format counts as a missing name, not as a fault of the card.
  private func name(
    of instance: [UInt8], _ client: KeycardClient, _ state: inout State
  ) throws(KeycardError) -> String? {
    if let known = state.names[instance] { return known.isEmpty ? nil : known }
    var name = ""
    do throws(KeycardError) { name = try client.metadata()?.name ?? "" } catch
      where error.code == .malformed || error.code == .refused
    {}
    state.names[instance] = name
    return name.isEmpty ? nil : name
  }
}

extension CardAbsence {
  init(_ refusal: ReaderRefusal) {
    self =
      switch refusal {
      case .noDaemon: .noDaemon
      case .noReader: .noReader
      case .noCard: .noCard
      case .inUse: .inUse
      case .unreadable, .failed: .unreadable
      }
  }
}
