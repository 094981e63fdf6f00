// Loaded into the server before anything else: when the process that started it is killed, the
// channel between them breaks and the server stops in order instead of living on unseen.
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
