/// Runs two bodies alternately and returns the medians of their rounds, in nanoseconds for each of `count` ceremonies.
func alternate(count: Int, rounds: Int = 15, passes: Int, _ first: (Int) -> Void, _ second: (Int) -> Void) -> (
  first: Double, second: Double
) {
  let clock = ContinuousClock()
  func time(_ body: (Int) -> Void) -> Double {
    let start = clock.now
    for _ in 0..<passes { for index in 0..<count { body(index) } }
    let parts = (clock.now - start).components
    return (Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9) / Double(passes * count)
  }
  var (firsts, seconds): ([Double], [Double]) = ([], [])
  _ = (time(first), time(second))
  for _ in 0..<rounds {
    firsts.append(time(first))
    seconds.append(time(second))
  }
  return (firsts.sorted()[rounds / 2], seconds.sorted()[rounds / 2])
}

/// Formats a number with the given number of decimal places, without Foundation.
func fixed(_ value: Double, _ digits: Int) -> String {
  var scale = 1
  for _ in 0..<digits { scale *= 10 }
  let number = Int((value * Double(scale)).rounded())
  let fraction = String(number % scale)
  return digits == 0
    ? "\(number)" : "\(number / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
}

func line(_ name: String, _ value: String) {
  print(name + String(repeating: " ", count: max(1, 44 - name.count)) + value)
}
