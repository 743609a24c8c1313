import AccountService
import Flows
import Model
import Sentences
import WaysBack

/// A step that would make an account safer, with its computed effect, and where it is done.
struct NextStepView {
  /// Where a step is done.
  enum Place {
    /// A flow begun from the page, about a key if it needs one.
    case flow(FlowName, KeyID?)
    /// A command that the person runs in a terminal.
    case command(String)
  }
  let title: Sentence
  let effect: Sentence
  let place: Place
  /// What names the step to `advice.js`, which counts its effect anew with what the server does not know; `nil` if the
  /// effect was not counted.
  var counted: String?

  var values: [String: Any] {
    var values: [String: Any] = ["title": title.said, "effect": effect.said]
    values["counted"] = counted
    switch place {
    case .flow(let flow, let key):
      var drawn = ["flow": flow.rawValue]
      drawn["key"] = key?.rawValue
      values["begins"] = drawn
    case .command(let command):
      values["command"] = ["line": command, "text": say("Type this line in a terminal on this computer:")]
    }
    return values
  }

  /// Returns the steps that can be done from this page, the best first.
  static func all(
    of picture: Picture, safety: Accounts.Safety, hasHands: Bool, copyLine: String
  ) -> [NextStepView] {
    let steps = picture.advice(atMost: .max).compactMap { advice -> NextStepView? in
      guard advice.steps.count == 1, let step = advice.steps.first,
        let place = place(of: step, picture.holdings, safety, hasHands: hasHands, copyLine: copyLine)
      else { return nil }
      return NextStepView(
        title: title(of: step, advice, picture.holdings), effect: effect(of: advice, step), place: place,
        counted: step.exported(picture.holdings))
    }
    return Array(steps.prefix(3))
  }

  private static func title(of step: NextStep, _ advice: Advice, _ holdings: Holdings) -> Sentence {
    let title = step.title(holdings)
    return advice.minutes == 1 ? "\(title). One minute." : "\(title). \(advice.minutes) minutes."
  }
  private static func effect(of advice: Advice, _ step: NextStep) -> Sentence {
    guard step == .copyAccounts else { return advice.effect }
    return
      "\(advice.effect) Take the file somewhere else, and say where, as the command then tells you."
  }

  /// Returns where a step is done, or `nil` if its effect could not be seen when it is done from here.
  private static func place(
    of step: NextStep, _ holdings: Holdings, _ safety: Accounts.Safety, hasHands: Bool, copyLine: String
  ) -> Place? {
    switch step {
    case .tryKey(let at), .rewrap(let at):
      let key = KeyID(rawValue: holdings.keys[at].id)
      return safety.keys.contains { $0.id == key && $0.isCard } ? nil : .flow(.keyTest, key)
    case .tryCard(let at): return hasHands ? .flow(.cardTest, KeyID(rawValue: holdings.cards[at].id)) : nil
    case .tryPaper: return .flow(.codeTest, nil)
    case .saveCode: return .flow(.recoveryCode, nil)
    case .addKey: return .flow(.enrollment, nil)
    case .copyAccounts: return .command(copyLine)
    }
  }
}
