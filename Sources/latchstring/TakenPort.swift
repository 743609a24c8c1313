import Foundation
import NIOCore

/// Where another program has the port that a server is to listen on, says which port that is: the system's own error does not.
/// - Parameter sentence: Instead of the ordinary one.
func naming(port: Int, _ sentence: String? = nil, _ work: () async throws -> Void) async throws {
  do { try await work() } catch let error as IOError where error.errnoCode == EADDRINUSE {
    throw ConfigurationProblem(sentence ?? "Port \(port) is taken by another program. Choose another one with --port.", code: "port")
  }
}
