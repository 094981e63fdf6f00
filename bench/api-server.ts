/** What to ask of a measured server. */
export type Target = { url: string; path: string; headers: Record<string, string> }

/** Says where this server listens, and, when asked, how much processor its process has used so far. */
export function answerAsked(target: Target): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuSeconds: (user + system) / 1e6 })
  })
  process.on('disconnect', () => process.exit())
  process.send?.({ target })
}
