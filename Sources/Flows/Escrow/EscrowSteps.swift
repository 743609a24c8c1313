import HandsProtocol
import Sentences
import Vocabulary

/// The names of the steps of set-up and recovery, and what a person is told before the first.
extension Copy {
  static let stepIdentity = Copy("C-10.step", "Who you are")
  static let stepMethods = Copy("C-25.step", "How you prove it")
  static let stepWays = Copy("C-32.step", "What is enough")
  static let stepUpload = Copy("C-39.step", "To the providers")
  static let stepConfirm = Copy("C-39.step.confirm", "Confirm that it's you")
  static let stepBackup = Copy("C-55.step", "Find your backup")
  static let stepChecks = Copy("C-45.step", "Pass the checks")
  static let stepAccount = Copy("C-66.step", "Open your account")
}

extension Block {
  /// Returns what will be asked, what to have at hand, how long it takes and what it may cost.
  static func escrowStart(_ purpose: EscrowPurpose) -> Block {
    switch purpose {
    case .backup:
      .facts([
        Fact("What comes", .setUpComes), Fact("Have at hand", .setUpNeeds), Fact("How long", .setUpLasts),
        Fact("What it may cost", .setUpCosts),
      ])
    case .recovery:
      .facts([
        Fact("What comes", .recoveryComes), Fact("Have at hand", .recoveryNeeds), Fact("How long", .recoveryLasts),
        Fact("What it may cost", .recoveryCosts),
      ])
    }
  }
}

extension Copy {
  fileprivate static let setUpComes = Copy(
    "C-07.comes",
    "Who you are, in facts that never change; then two or more ways to prove it, and who shall check them.")
  fileprivate static let setUpNeeds = Copy(
    "C-07.needs", "Papers with your numbers, and whatever shall receive a code later, such as your phone.")
  fileprivate static let setUpLasts = Copy(
    "C-07.lasts", "Usually about ten minutes. You can stop on the way and go on later on this computer.")
  fileprivate static let setUpCosts = Copy(
    "C-07.costs", "What the providers ask: some nothing, some a fee for each year. You see every price before you pay.")
  fileprivate static let recoveryComes = Copy(
    "C-41.comes", "Who you are, as you said it back then; and the checks of one way.")
  static let recoveryNeeds = Copy(
    "C-41.needs", "Your papers, and what your checks need: mail, phone, code program or answer.")
  fileprivate static let recoveryLasts = Copy(
    "C-41.lasts",
    "Usually about ten minutes; with a letter, a bank transfer or your photo, days. You can stop and come back.")
  static let recoveryCosts = Copy(
    "C-41.costs", "What a provider asks for its check, if anything. You see every price before you pay.")
}
