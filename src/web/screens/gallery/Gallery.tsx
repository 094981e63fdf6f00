import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '#web/language.ts'
import '#web/texts/gallery.ts'
import { Page } from '#web/ui/Page.tsx'
import { Above } from './Above.tsx'
import { Buttons } from './Buttons.tsx'
import { Choices, Fields } from './Fields.tsx'
import { Empty, Failed, Lists, Waiting } from './Lists.tsx'
import { Papers, Writing } from './Papers.tsx'
import { Notices, States } from './States.tsx'
import classes from './Gallery.module.css'

/** Every piece that screens are made of, in each of its states, to be looked at together. */
export function Gallery() {
  const { t } = useTranslation()
  return (
    <Page title={t('gallery.title')} lead={t('gallery.lead')}>
      <div className={classes.sections}>
        <Section id="buttons" show={<Buttons />} />
        <Section id="fields" show={<Fields />} />
        <Section id="choices" show={<Choices />} />
        <Section id="states" show={<States />} />
        <Section id="notices" show={<Notices />} />
        <Section id="lists" show={<Lists />} />
        <Section id="empty" show={<Empty />} />
        <Section id="failed" show={<Failed />} />
        <Section id="waiting" show={<Waiting />} />
        <Section id="above" show={<Above />} />
        <Section id="writing" show={<Writing key={language()} />} />
        <Section id="papers" show={<Papers />} />
      </div>
    </Page>
  )
}

type SectionName =
  | 'buttons'
  | 'fields'
  | 'choices'
  | 'states'
  | 'notices'
  | 'lists'
  | 'empty'
  | 'failed'
  | 'waiting'
  | 'above'
  | 'writing'
  | 'papers'

function Section({ id, show }: { id: SectionName; show: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.section}>
      <h2 id={`${id}-title`}>{t(`gallery.sections.${id}`)}</h2>
      <div className={classes.parts}>{show}</div>
    </section>
  )
}
