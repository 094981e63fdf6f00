import { useTranslation } from 'react-i18next'
import type { ThisMonth } from '#web/api/agenda.ts'
import { STOPS } from '#web/paths.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import classes from './ThisMonth.module.css'

/** What comes won't, while a switch is off: said above all of it. */
export function Stopped({ stops }: { stops: ThisMonth['stops'] }) {
  const { t } = useTranslation()
  return (
    <div className={classes.stopped}>
      {stops.map(({ code, company }) =>
        code === 'stoppedByUs' ? (
          <Notice key={code} tone="needsYou" title={t('stops.byUs')}>
            {t('stops.byUsBody')}
          </Notice>
        ) : (
          <Notice
            key={company?.id ?? code}
            tone="needsYou"
            title={
              company === null
                ? t('stops.noticeAll')
                : t('stops.noticeCompany', { name: company.name })
            }
            action={
              <LinkButton to={STOPS} variant="default" size="sm">
                {t('stops.noticeGo')}
              </LinkButton>
            }
          >
            {t('stops.noticeBody')}
          </Notice>
        ),
      )}
    </div>
  )
}
