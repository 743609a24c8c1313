import Flows
import Model

extension Runner {
  /// Returns `true` if an enrollment in this session wrote keys that count only once it is complete.
  public func isEnrolling(in session: Session) async throws -> Bool {
    try await store.read { try unfinishedEnrollment(in: session, $0) != nil }
  }

  /// Returns the enrollment with keys that it wrote, which a person left in the middle.
  ///
  /// Nobody is led back into it: a touch made for it began it, and whoever has a copied cookie made none. A new one
  /// takes its keys back, so that they can be enrolled again.
  func unfinishedEnrollment(in session: Session, _ records: any Records) throws -> Run? {
    try records.runs(of: session.id).last {
      try $0.flow == FlowName.enrollment.rawValue && !records.ways(writtenBy: $0.id).isEmpty
    }
  }
}
