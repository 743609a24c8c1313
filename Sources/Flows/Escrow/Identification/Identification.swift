import Escrow
import Vocabulary
import HandsProtocol

/// Asks for facts about the person that never change. The person's identifier is derived from these facts, only on this
/// computer. Both set-up and recovery begin with this flow. C-10, C-17…C-24, C-41…C-44, C-54.
public enum Identification: Flow {
  public static let lifetime = Lifetime.durable
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    var purpose: EscrowPurpose
    /// The country that the person's language suggests (C-24).
    var suggested: String?
    /// The countries to choose from; `nil` means all.
    var among: [String]?
    init(
      _ purpose: EscrowPurpose, suggesting country: String? = nil, among: [String]? = nil, in known: String? = nil,
      _ notice: Notice? = nil
    ) {
      self.purpose = purpose; suggested = country; self.among = among; self.notice = notice
      stage = known.map { .attributes($0, []) } ?? .continent
    }
  }
  enum Stage: Codable, Hashable, Sendable {
    case continent, country(Continent), attributes(String, [EscrowMisfit]), judging(String)
    /// The identity is shown, with how hard the identifier is to guess and which facts look odd.
    case showing(String, EscrowStrength, [EscrowMisfit]), shown(String, EscrowStrength, [EscrowMisfit])
  }
  public enum Action: CancellableAction, ReversibleAction {
    case continent(Continent), country(String), proceed, back, cancel

    public var actionName: ActionName {
      switch self {
      case .continent(let continent): "continent.\(continent.rawValue)"
      case .country(let text): "country.\(text)"
      case .proceed: "proceed"
      case .back: "back"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    /// The person is identified in this country. The hands of this page or terminal keep the typed facts, so that a
    /// person who returns can view them.
    case identified(country: String)
    case back, cancelled
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return Transition(orders: forgetting(), output: .cancelled)
    case (.continent, .action(.back)): return Transition(orders: forgetting(), output: .back)
    case (.country, .action(.back)): state.go(.continent)
    case (.attributes(let code, _), .action(.back)):
      state.go(Country.of(code: code)?.continent.map(Stage.country) ?? .continent)
    case (.showing(let code, _, _), .action(.back)), (.shown(let code, _, _), .action(.back)):
      state.go(.attributes(code, []))
    case (_, .action(.continent(let continent))): state.go(.country(continent))
    case (_, .action(.country(let code))):
      state.go(.attributes(code, []))
      return Transition(orders: forgetting(except: fields(of: code)))
    case (.attributes(let code, _), .action(.proceed)): state.go(.judging(code))
    case (.judging(let code), .reply(.hands(.escrow(.identified(let strength, let unusual))))):
      state.go(.showing(code, strength, unusual))
    case (.judging(let code), .reply(.hands(.escrow(.misfit(let misfits))))): state.go(.attributes(code, misfits))
    case (.judging(let code), .secretsLost): state.go(.attributes(code, []), .escrow(.lost))
    case (.judging(let code), .reply(.hands(let news))), (.showing(let code, _, _), .reply(.hands(let news))):
      if case .showing(_, let strength, let unusual) = state.stage, news == .escrow(.shown) {
        state.go(.shown(code, strength, unusual))
      } else {
        state.go(.attributes(code, []), news.escrowProblem.map(Notice.escrow))
      }
    case (.shown(let code, let strength, let unusual), .secretsLost): state.go(.showing(code, strength, unusual))
    case (.shown(let code, _, _), .action(.proceed)): return .done(.identified(country: code))
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .continent, .country, .attributes, .shown: []
    case .judging(let code): [.hands(.escrow(.identify(state.purpose, country: code, fields: fields(of: code))))]
    case .showing: [.hands(.escrow(.showIdentity(state.purpose)))]
    }
  }

  /// Returns the country's attributes, followed by the memorable word, which strengthens them and is always optional.
  static func attributes(of code: String) -> [IdentityAttribute] {
    (Country.of(code: code)?.attributes ?? []) + [.memorableWord]
  }
  static func fields(of code: String) -> [FieldID] { attributes(of: code).map(\.field) }
  /// Returns orders to forget the typed facts of every country, for use once no step leads back to them.
  static func forgetting(except kept: [FieldID] = []) -> [Order] {
    everyField.filter { !kept.contains($0) }.map { .hands(.forget($0)) }
  }
  private static let everyField = Set(Country.all.flatMap { fields(of: $0.code) }).sorted { $0.rawValue < $1.rawValue }
}

extension Identification.State: Staged {
  /// `true` at the first question.
  var isAtStart: Bool { stage == .continent }
  var countries: [Country] { Country.all.filter { country in among.map { $0.contains(country.code) } ?? true } }
}

extension IdentityAttribute {
  var field: FieldID { FieldID(rawValue: name) }
}
