import Flows
import Model

extension Runner {
  /// Returns `true` if an enrollment in this session wrote keys that count only once it is complete.
  public func isEnrolling(in session: Session) async throws -> Bool {
    try await store.read { try unfinishedEnrollment(in: session, $0) != nil }
  }

  /// Returns the enrollment that a person left in the middle and can still complete. Without keys that it wrote there
  /// is nothing to go on with.
  func unfinishedEnrollment(in session: Session, _ records: any Records) throws -> Run? {
    try records.runs(of: session.id).last { run in
      guard run.flow == FlowName.enrollment.rawValue, try !records.ways(writtenBy: run.id).isEmpty else { return false }
      return (try? load(run.id, session, records)) != nil
    }
  }
}
