import FlowKit
import Model

extension Runner {
  /// An effect of the hands with all they need for it: for a ceremony, options with a challenge of its own.
  func prepare(_ work: Ticketed<HandsEffect>, _ current: Current, _ records: any Records) throws -> HandsWork {
    var prepared = HandsWork(ticket: work.ticket, effect: name(of: work.work))
    let purpose = Ceremonies.Purpose.run(current.run.id), session = current.session
    switch work.work {
    case .key(.register(let username)):
      prepared.effect = "key.register"
      let name = Username(username)?.text ?? username
      prepared.options = try ceremonies.beginRegistration(name, for: purpose, in: session.id, records)
    case .key(.signIn), .key(.signInImmediately), .key(.autoFill):
      prepared.options = try ceremonies.beginAuthentication(.signIn, of: nil, for: purpose, in: session.id, records)
    case .key(.confirm):
      guard let account = session.account else { throw RunnerError(.needsAccount) }
      prepared.options = try ceremonies.beginAuthentication(.confirm, of: account, for: purpose, in: session.id, records)
    case .wait(let timer, let seconds):
      prepared.effect = "wait"
      (prepared.timer, prepared.seconds) = (timer, seconds)
    case .key(.create), .key(.tap), .card: break  // no flow that asks for these can be started yet
    }
    return prepared
  }
}
