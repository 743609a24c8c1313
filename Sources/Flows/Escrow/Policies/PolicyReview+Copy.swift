import Vocabulary
import HandsProtocol
import Sentences

extension Copy {
  static let anyOfThese = Copy("C-32", "Any one of these gets you back in.")
  static let thisGetsYouIn = Copy("C-32.one", "This gets you back in.")
  /// Returns what a way consists of, where its name alone does not say it.
  static func kinds(of policy: EscrowPolicyFacts, _ methods: [EscrowMethodFacts]) -> Copy {
    let kinds = policy.parts.compactMap { part in methods.first { $0.number == part.method }?.kind.copy.sentence }
    return Copy("C-32.kinds", "\(kinds.listed)")
  }
  static let noneYet = Copy("C-32.noneYet", "There is no way back in yet.")
  static let suggested = Copy(
    "C-34",
    """
    This is what we suggest: when a provider vanishes, another way is left where that is possible, and it costs as \
    little as possible.
    """)
  static func vanishing(_ labels: [Sentence]) -> Copy {
    Copy(
      "C-34.vanishing",
      """
      Every way needs \(labels.listed). If one of them vanishes, you can't get back in. Another method or provider \
      helps.
      """)
  }
  static func way(_ place: Int) -> Copy { Copy("C-32.way", "Way \(place + 1)") }
  /// Returns the form of the way's name that is used within a sentence.
  static func wayInside(_ place: Int) -> Copy { Copy("C-32.way.inside", "way \(place + 1)") }
  static func editWay(_ place: Int) -> Copy { Copy("C-14", "Edit way \(place + 1)") }
  static let changeMethods = Copy("C-11.again", "Add or remove a method")
  static let addWay = Copy("C-38.add", "Add a way")
  static let editPolicy = Copy("C-14.title", "Edit recovery policy")
  static let allOfThese = Copy(
    "C-38", "All of these are needed together. Press one to move it or to take it out.",
    inTerminal: "All of these are needed together. Choose one to move it or to take it out.")
  static func isAt(_ provider: Sentence) -> Copy {
    Copy("C-35.at", "At \(provider). Press to change it.", inTerminal: "At \(provider). Choose it to change it.")
  }
  static let emptyWay = Copy("C-38.empty", "Nothing is in this way yet. Add a method to it.")
  static let addPolicyMethod = Copy("C-38.method", "Add a method to this way")
  static let whichMethod = Copy("C-38.which", "Which of your methods shall be needed as well?")
  static let selectProvider = Copy("C-35", "Select a provider")
  static func whereToKeep(_ kind: EscrowKind?) -> Copy {
    guard let kind else { return Copy("C-35.where.method", "Who shall check the method and keep its part?") }
    return Copy("C-35.where", "Who shall check the \(kind.inside) and keep its part?")
  }
  static let takeOut = Copy("C-38.takeOut", "Take it out of this way")
  static let deleteWay = Copy("C-38.delete", "Delete this way"), keepWay = Copy("C-38.keep", "Keep it")
  static func reallyDelete(_ place: Int) -> Copy { Copy("C-38.really", "Delete way \(place + 1)?") }
  static let doneEditing = Copy("C-14.done", "Done")
  static let keepLonger = Copy("C-36.longer", "Keep it one year longer"),
    keepShorter = Copy("C-36.shorter", "Keep it one year less")
  static let confirmPayment = Copy("C-15", "Confirm payment")
  static let noCost = Copy("C-39.none", "No cost")
  static let isPractice = Copy(
    "G-34",
    """
    This is practice: this computer plays the providers itself. It doesn't count as a way back in, because it goes \
    when this computer goes. Until then, whoever uses this computer and knows your facts can come in with it.
    """)
  static func openers(_ groups: [[String]], _ providers: [EscrowProviderFacts]) -> Copy {
    Copy("C-32.openers", "\(groups.map { $0.map(providers.label).listed }.joined { "\($0); or \($1)" })")
  }
}

extension Aside {
  static let policies = Aside(
    whatStepMeans,
    [
      (
        Copy("C-32.1", "A way"),
        Copy("C-32.1t", "A set of methods that is enough. You will need all of one way, and none of the others.")
      ),
      (
        Copy("C-34.1", "Why several providers"),
        Copy(
          "C-34.1t",
          "No provider can open your account alone. If one vanishes, the ways without it still work.")
      ),
      (
        Copy("C-36.1", "What costs what"),
        Copy(
          "C-36.1t",
          """
          Yearly: the provider keeps your part. To recover: what it asks when you come back. Prices are the \
          providers'.
          """)
      ),
      (
        Copy("C-32.2", "Who could open it together"),
        Copy(
          "C-32.2t",
          """
          Providers that hold every part of one way, if they worked together and knew who you are. More of them is \
          safer.
          """)
      ),
    ])
}
