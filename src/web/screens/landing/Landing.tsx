import { useTranslation } from 'react-i18next'
import { PATHS } from '#web/paths.ts'
import { IconCircleCheck, IconShield } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Sheet } from '#web/ui/sheet/Sheet.tsx'
import { sampleSheet } from '#web/ui/sheet/sample.ts'
import classes from './Landing.module.css'

const STEPS = ['connect', 'rule', 'issue'] as const

export function Landing() {
  const { t } = useTranslation()
  return (
    <div className={classes.landing}>
      <title>{`${t('brand')} · ${t('landing.title')}`}</title>
      <section className={classes.hero}>
        <div>
          <h1 className={classes.title} tabIndex={-1}>
            {t('landing.title')} <span>{t('landing.titleAccent')}</span>
          </h1>
          <p className={classes.lead}>{t('landing.lead')}</p>
          <div className={classes.actions}>
            <LinkButton to={PATHS.register} size="lg">
              {t('landing.start')}
            </LinkButton>
            <LinkButton to={PATHS.login} size="lg" variant="default">
              {t('landing.login')}
            </LinkButton>
          </div>
          <p className={classes.facts}>{t('landing.facts')}</p>
        </div>
        <div className={classes.paper} aria-hidden="true">
          <Sheet content={sampleSheet()} demonstration={false} />
          <p className={classes.stamp}>
            <IconCircleCheck size={18} /> {t('landing.sampleState')}
          </p>
        </div>
      </section>
      <section className={classes.how} aria-labelledby="how">
        <h2 id="how">{t('landing.howTitle')}</h2>
        <ol className={classes.steps}>
          {STEPS.map((step, index) => (
            <li key={step}>
              <span className={classes.number} aria-hidden="true">
                {index + 1}
              </span>
              <h3>{t(`landing.how.${step}.title`)}</h3>
              <p>{t(`landing.how.${step}.body`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={classes.promise}>
        <IconShield size={28} aria-hidden />
        <div>
          <h2>{t('landing.promiseTitle')}</h2>
          <p>{t('landing.promise')}</p>
        </div>
      </section>
    </div>
  )
}
