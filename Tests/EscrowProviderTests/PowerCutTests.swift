import Escrow
import Foundation
import TestDisk
import Testing

/// A provider loses power. Everything it acknowledged must be there afterwards.
@Suite struct PowerCutTests {
  @Test("every document and share that a provider acknowledged can be read after a power cut") func acknowledged()
    async throws
  {
    let disk = try await TestDisk()
    func settings(_: URL) -> [String: Any] { ["provider": ["name": "Friend", "methods": ["question"]]] }
    let hosted = try HostedProvider(in: disk.folder, settings)
    try await hosted.start(environment: disk.environment)
    let max = try Depositor(hosted.peer, salt: try await hosted.salt),
      documents = (1...8).map { Array("document \($0)".utf8) }
    var shares: [Deposit] = [], versions: [String] = []
    for document in documents {
      let answer = try await max.upload(document)
      #expect(answer.status == 204)
      versions.append(try #require(answer.fields["anastasis-version"]))
      shares.append(Deposit(hosted.peer, .question, Array("answer".utf8)))
      #expect(try await shares[shares.count - 1].upload().status == 204)
    }
    let left = try disk.afterPowerCut()
    try await hosted.end(SIGKILL)

    let again = try HostedProvider(in: left, settings)
    try await again.start()
    for (version, document) in zip(versions, documents) {
      let given = try await again.peer.get(max.path + "?version=\(version)")
      #expect(given.status == 200 && given.body == document, "\(version)")
    }
    for var share in shares {
      share.peer = again.peer
      let other = try await share.upload(["encrypted_truth": Deposit(again.peer, .question, [1]).sealed.text])
      #expect(other.status == 409, "The one that was acknowledged is there.")
    }
    try await again.end(SIGTERM)
  }
}
