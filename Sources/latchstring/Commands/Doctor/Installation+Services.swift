import Model
import Sentences
import Store

extension Installation {
  /// Returns whether what services are told can be signed; `nil` where there are none, or the database cannot be read.
  static func services(_ settings: Settings) async -> Finding? {
    let keys = ServiceKeys(at: settings.serviceKeys, in: settings.data), topic: Sentence = "Services"
    guard let store = try? settings.store.openExisting(),
      let count = try? await store.read({ try $0.services().count }), count > 0
    else { return nil }
    do {
      guard try keys.read() != nil else {
        return Finding(isFine: false, topic: topic, sentence: keys.missing.sentence)
      }
    } catch let problem as ConfigurationProblem {
      return Finding(isFine: false, topic: topic, sentence: problem.sentence)
    } catch {
      return Finding(isFine: false, topic: topic, sentence: "\(settings.serviceKeys) cannot be read.")
    }
    return Finding(
      isFine: true, topic: topic,
      sentence: count == 1 ? "One may ask who people are." : "\(count) may ask who people are.")
  }
}
