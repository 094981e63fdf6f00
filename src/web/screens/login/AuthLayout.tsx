import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Sheet } from '#web/ui/sheet/Sheet.tsx'
import { sampleSheet } from '#web/ui/sheet/sample.ts'
import classes from './AuthLayout.module.css'

/** The form, and on wide screens the product itself beside it. */
export function AuthLayout({
  title,
  lead,
  panelTitle,
  panelBody,
  slow = false,
  children,
}: {
  title: string
  lead: string
  panelTitle: string
  panelBody: ReactNode
  /** The register's entrance takes 1000 ms, the others' 600. */
  slow?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <div className={classes.layout} data-slow={slow || undefined}>
      <title>{`${title} · ${t('brand')}`}</title>
      <section className={classes.form} id="form" tabIndex={-1}>
        <div className={classes.column}>
          <h1 className={classes.title} tabIndex={-1}>
            {title}
          </h1>
          <p className={classes.lead}>{lead}</p>
          {children}
        </div>
      </section>
      <aside className={classes.panel}>
        <div className={classes.panelInner}>
          <h2 className={classes.panelTitle}>{panelTitle}</h2>
          <div className={classes.panelBody}>{panelBody}</div>
          <div className={classes.paper} aria-hidden="true">
            <Sheet content={sampleSheet()} demonstration={false} />
          </div>
        </div>
      </aside>
    </div>
  )
}
