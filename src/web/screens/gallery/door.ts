import type { ComponentType } from 'react'
import { installationQuery } from '#web/api/queries.ts'
import { queryClient } from '#web/query-client.ts'
import { NotFound } from '../NotFound.tsx'

/** The gallery is for whoever works on the screens: where things are real, nothing stands at its address. */
export async function galleryOrNothing(): Promise<ComponentType> {
  const { demonstration } = await queryClient.ensureQueryData(installationQuery())
  return demonstration ? (await import('./Gallery.tsx')).Gallery : NotFound
}
