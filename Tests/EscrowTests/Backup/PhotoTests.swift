import Foundation
import Testing

@testable import Escrow

@Suite struct PhotoTests {
  @Test("C-27 G-32: a photo is a PNG or a JPEG by its first bytes, of at most 512 KiB")
  func kinds() throws {
    #expect(try Photo(Photos.png).kind == .png && Photo(Photos.jpeg).kind == .jpeg)
    for other in [[], Array("GIF89a".utf8), Array("<svg/>".utf8), Array(Photos.png.dropFirst()), [0xFF, 0xD8]] {
      #expect(throws: Photo.Fault.notPicture) { try Photo(other) }
    }
    let room = Photos.jpeg + [UInt8](repeating: 0, count: Photo.most - Photos.jpeg.count)
    #expect(try Photo(room).bytes.count == 524_288)
    #expect(throws: Photo.Fault.tooLarge) { try Photo(room + [0]) }
  }

  @Test("G-32: a photo is sent without location, comments, thumbnails or other metadata")
  func bare() throws {
    for (told, plain) in [(Photos.toldPNG, Photos.png), (Photos.toldJPEG, Photos.jpeg)] {
      #expect(told.count > plain.count + 4 * Photos.place.count)
      #expect(try Photo(told).bare?.bytes == plain)
      #expect(try Photo(plain).bare?.bytes == plain)
    }
  }

  @Test("G-32: a truncated photo, or one with parts longer than the file, is rejected")
  func broken() throws {
    for whole in [Photos.png, Photos.jpeg] {
      for count in 8..<whole.count { #expect(try Photo(Array(whole[..<count])).bare == nil, "\(count)") }
    }
    var long = Photos.png
    long[8] = 0xFF
    #expect(try Photo(long).bare == nil)
    var short = Photos.jpeg
    short[5] = 1
    #expect(try Photo(short).bare == nil)
  }

  @Test("G-32: a photo from other programs is accepted as raw data and as a data URL")
  func truth() throws {
    let address = Array("data:image/png;base64,\(Data(Photos.png).base64EncodedString())".utf8)
    #expect(Photo(truth: Photos.png)?.bytes == Photos.png && Photo(truth: address)?.bytes == Photos.png)
    for other in [
      "data:image/png,abc", "data:image/png;base64", "data:image/png;base64,%", "data:text/plain;base64,QQ==",
      "data:image/png;base64,QQ==",
    ] {
      #expect(Photo(truth: Array(other.utf8)) == nil, "\(other)")
    }
    for challenge in [Photos.png, address] {
      let method = BackupMethod(type: .video, instructions: "Join a video call", challenge: FiledSecret(challenge))
      #expect(method.checked == method)
      let salt = Base32Bytes([UInt8](repeating: 1, count: 16)), id = Base32Bytes([UInt8](repeating: 2, count: 32))
      #expect(try TruthText.of(method, salt: salt, id: id).exposed == challenge)
    }
  }
}
