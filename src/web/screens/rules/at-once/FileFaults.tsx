import { useTranslation } from 'react-i18next'
import type { RuleFileReply } from '#web/api/rule-file.ts'
import classes from '#web/ui/AtOnce.module.css'
import { Notice } from '#web/ui/Notice.tsx'

type Faults = Extract<RuleFileReply, { kind: 'faults' }>

/** Everything that is wrong with the file, each at its cell, with what to write instead. */
export function FileFaults({ count, faults }: Pick<Faults, 'count' | 'faults'>) {
  const { t } = useTranslation()
  return (
    <>
      <Notice tone="needsYou" isAlert title={t('bulk.rules.faultCount', { count })}>
        {t('bulk.rules.faultLead')}
      </Notice>
      <ul className={classes.shown} aria-label={t('bulk.rules.faultList')}>
        {faults.map((fault) => (
          <li key={`${fault.row} ${fault.column} ${fault.cause}`} className={classes.one}>
            <p className={classes.name}>
              {t('bulk.rules.cell', { column: fault.column, row: fault.row })}
              {fault.value !== '' && <span className="muted"> · «{fault.value}»</span>}
            </p>
            <p className={classes.what}>
              {fault.cause} {fault.instead}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
